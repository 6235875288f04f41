/** MySQL Router's ports on each proxy: writes, reads, and the transparent split of both. */
export const routerPorts = { write: 6446, read: 6447, split: 6450 } as const;

/** HAProxy's ports on each proxy: writes to the primary, reads over the secondaries. */
export const haproxyPorts = { write: 3307, read: 3308 } as const;

/** Port on every database host that says over HTTP which role its server has; see files/lab-role. */
export const ROLE_PORT = 9200;
