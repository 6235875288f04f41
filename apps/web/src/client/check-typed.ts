import { checkValue, HostAddress, Port, type ProblemDetail } from "@primacy/contract";

/** Why what stands in the field at `pointer` is no address or name of a host, as the API would say it; nothing of an empty one. */
export function checkTypedHost(pointer: string, text: string): readonly ProblemDetail[] {
  return text.trim() === "" ? [] : checkValue(HostAddress, pointer, text.trim());
}

/** The same of a field that takes a port. */
export function checkTypedPort(pointer: string, text: string): readonly ProblemDetail[] {
  return text.trim() === "" ? [] : checkValue(Port, pointer, Number(text));
}
