/** The newest incident alone. */
export const latestOnly = { limit: 1 } as const;
