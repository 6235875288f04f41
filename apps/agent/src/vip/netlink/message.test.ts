import { expect, test } from "vitest";
import { buildAttribute, buildMessage, parseAttributes, parseMessages } from "./message";

const fixed = Buffer.from([1, 2, 3, 4, 5, 6, 7, 8]);

test("what is built is read again: messages one after the other, with their attributes", () => {
  const name = buildAttribute(3, Buffer.from("eth0\0"));
  const datagram = Buffer.concat([
    buildMessage(20, 0x305, 7, fixed, name, buildAttribute(2, Buffer.from([10, 0, 0, 1]))),
    buildMessage(3, 2, 8),
  ]);
  const [first, second, ...others] = parseMessages(datagram);
  expect(first).toMatchObject({ type: 20, flags: 0x305, sequence: 7 });
  expect(second).toMatchObject({ type: 3, flags: 2, sequence: 8 });
  expect(others).toEqual([]);
  expect(parseAttributes(first?.payload ?? Buffer.alloc(0), fixed.length)).toEqual(
    new Map([
      [3, Buffer.from("eth0\0")],
      [2, Buffer.from([10, 0, 0, 1])],
    ]),
  );
});

test("a message and an attribute end on four bytes, as the kernel wants them", () => {
  expect(buildAttribute(1, Buffer.from([9])).length).toBe(8);
  const message = buildMessage(20, 0, 1, Buffer.from([9]));
  expect(message.length).toBe(20);
  expect(message.readUInt32LE(0)).toBe(20);
});

test("the marks in an attribute's type are not part of its number", () => {
  const attribute = buildAttribute(0x8000 | 5, Buffer.from([1, 2, 3, 4]));
  expect([...parseAttributes(attribute, 0).keys()]).toEqual([5]);
});

test("a tail that is cut short, or that claims an impossible length, is dropped rather than misread", () => {
  const whole = buildMessage(16, 0, 1, fixed);
  const cut = buildMessage(16, 0, 2, fixed).subarray(0, 20);
  expect(parseMessages(Buffer.concat([whole, cut])).map(({ sequence }) => sequence)).toEqual([1]);
  const zero = buildMessage(16, 0, 2, fixed);
  zero.writeUInt32LE(0, 0);
  expect(parseMessages(Buffer.concat([whole, zero])).map(({ sequence }) => sequence)).toEqual([1]);
  const attributes = Buffer.concat([buildAttribute(1, fixed), Buffer.from([2, 0, 2, 0]), fixed]);
  expect([...parseAttributes(attributes, 0).keys()]).toEqual([1]);
});
