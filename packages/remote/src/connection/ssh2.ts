import ssh2 from "ssh2";

/** The parts of ssh2 that are used; Node finds no named exports in it, so they come from its default one. */
export const { Client, utils } = ssh2;
