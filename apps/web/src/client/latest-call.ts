/** Runs calls of which only the last one counts. */
export interface LatestCall {
  /**
   * Runs a call. Its answer or failure is told, then its end, unless another call was run or all were voided
   * meanwhile: then nothing of it is told.
   */
  readonly run: <T>(call: () => Promise<T>, tell: CallOutcome<T>) => void;
  /** What is under way will not be told. */
  readonly voidAll: () => void;
}

/** Who is told how a call went. */
export interface CallOutcome<T> {
  readonly onAnswer: (answer: T) => void;
  readonly onFailure: (error: Error) => void;
}

/** Answers may arrive in another order than they were asked for: each call carries a number, and only the last one's is heard. */
export function createLatestCall(): LatestCall {
  let current = 0;
  return {
    run: (call, { onAnswer, onFailure }) => {
      current += 1;
      const own = current;
      call().then(
        (answer) => {
          if (own === current) onAnswer(answer);
        },
        (reason: unknown) => {
          if (own === current) onFailure(reason instanceof Error ? reason : new Error(String(reason)));
        },
      );
    },
    voidAll: () => {
      current += 1;
    },
  };
}
