/** One server-sent event as a test reads it; a comment has no data. */
export interface ReadFrame {
  readonly id: string | null;
  readonly data: Record<string, unknown>;
}

/** Reads a stream frame by frame. */
export interface StreamReader {
  /** The next item; comments and hints are passed over. Fails after `limitMs`, or when the stream has ended. */
  next(limitMs?: number): Promise<ReadFrame>;
  /** Reads until an item fits. */
  find(fits: (frame: ReadFrame) => boolean, limitMs?: number): Promise<ReadFrame>;
  /** Resolves when the stream has ended. */
  ended(limitMs?: number): Promise<void>;
  cancel(): Promise<void>;
}

/** Makes a reader of an answer of server-sent events. */
export function readStream(answer: Response): StreamReader {
  if (answer.body === null) throw new Error("the answer has no body");
  const reader = answer.body.getReader();
  const decoder = new TextDecoder();
  const frames: ReadFrame[] = [];
  let rest = "";
  async function fill(limitMs: number): Promise<boolean> {
    const { done, value } = await within(reader.read(), limitMs);
    if (done) return false;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    frames.push(...blocks.flatMap(parseBlock));
    return true;
  }
  async function next(limitMs = 10_000): Promise<ReadFrame> {
    for (let frame = frames.shift(); ; frame = frames.shift()) {
      if (frame !== undefined) return frame;
      if (!(await fill(limitMs))) throw new Error("the stream has ended");
    }
  }
  return {
    next,
    find: async (fits, limitMs) => {
      for (;;) {
        const frame = await next(limitMs);
        if (fits(frame)) return frame;
      }
    },
    ended: async (limitMs = 10_000) => {
      while (await fill(limitMs)) frames.length = 0;
    },
    cancel: () => reader.cancel(),
  };
}

function parseBlock(block: string): ReadFrame[] {
  const lines = block.split("\n");
  const find = (name: string): string | null =>
    lines.find((line) => line.startsWith(`${name}: `))?.slice(name.length + 2) ?? null;
  const data = find("data");
  return data === null ? [] : [{ id: find("id"), data: JSON.parse(data) }];
}

async function within<T>(work: Promise<T>, limitMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`nothing came within ${limitMs} ms`)), limitMs);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
