import { translateError } from "./translate-error";

/** Wraps a repository so that whatever its methods throw or reject with has been translated. */
export function translated<T extends object>(repository: T): T {
  return new Proxy(repository, {
    get(target, property, receiver) {
      const member: unknown = Reflect.get(target, property, receiver);
      if (typeof member !== "function") return member;
      return (...args: unknown[]): unknown => translateOutcome(() => Reflect.apply(member, target, args));
    },
  });
}

function translateOutcome(call: () => unknown): unknown {
  try {
    const outcome = call();
    if (!isThenable(outcome)) return outcome;
    return Promise.resolve(outcome).catch((error: unknown) => {
      throw translateError(error);
    });
  } catch (error) {
    throw translateError(error);
  }
}

/** Prisma's promises are no instances of Promise. */
function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === "object" && value !== null && "then" in value && typeof value.then === "function";
}
