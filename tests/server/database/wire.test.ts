import { describe, expect, it, vi } from 'vitest';
import { type TreeNode, toPlain, withValue } from '#server/database/tree/node.ts';
import { FrameReader, MAX_MESSAGE_UNITS, parseMessage } from '#server/database/wire/messages.ts';
import { parsePath, parseValue, Refusal } from '#server/database/wire/values.ts';

const INVALID = expect.objectContaining({ status: 'invalid' });

describe('paths', () => {
  it.each([
    ['/a/b', ['a', 'b']],
    ['a//b/', ['a', 'b']],
    ['', []],
    ['/', []],
    ["/it's ü/x y", ["it's ü", 'x y']],
  ])('reads %j', (text, path) => {
    expect(parsePath(text)).toEqual(path);
  });

  it.each([
    ['a point', '/a.b'],
    ['a bracket', '/a[0]'],
    ['a dollar', '/$a'],
    ['a hash', '/#'],
    ['a control character', '/a\u0007'],
    ['delete', '/\u007f'],
    ['a lone surrogate', '/\ud800'],
    ['a key of 769 bytes', `/${'ü'.repeat(384)}a`],
    ['33 keys', '/a'.repeat(33)],
  ])('refuses %s', (_name, text) => {
    expect(() => parsePath(text)).toThrow(INVALID);
  });

  it('takes a key of 768 bytes and 32 keys', () => {
    expect(parsePath(`/${'ü'.repeat(384)}`)).toHaveLength(1);
    expect(parsePath('/a'.repeat(32))).toHaveLength(32);
  });
});

function parse(data: unknown, stored: TreeNode | null = null, depth = 0) {
  return toPlain(parseValue(data, { stored: () => stored, now: 1234, depth }));
}

describe('values', () => {
  it.each([
    ['a primitive', 'x', 'x'],
    ['an object', { a: { b: 1 } }, { a: { b: 1 } }],
    ['an array', ['x', null, 'y'], { 0: 'x', 2: 'y' }],
    ['nulls and empty objects, which vanish', { a: null, b: {}, c: { d: {} }, e: 1 }, { e: 1 }],
    ['nothing but nulls', { a: { b: null } }, null],
    ['a negative zero, which JSON cannot say', -0, 0],
    ['a time stamp', { at: { '.sv': 'timestamp' } }, { at: 1234 }],
    ['an increment of nothing', { '.sv': { increment: 3 } }, 3],
  ])('reads %s', (_name, data, expected) => {
    expect(parse(data)).toEqual(expected);
  });

  it('adds an increment to the number stored at the same place', () => {
    const stored = withValue(null, ['a', 'n'], 40);
    expect(parse({ a: { n: { '.sv': { increment: 2 } } } }, stored)).toEqual({ a: { n: 42 } });
  });

  it('looks for what is stored only for an increment', () => {
    const stored = vi.fn(() => null);
    parseValue({ a: { b: 1 }, at: { '.sv': 'timestamp' } }, { stored, now: 1234, depth: 0 });
    expect(stored).not.toHaveBeenCalled();
    parseValue({ n: { '.sv': { increment: 1 } } }, { stored, now: 1234, depth: 0 });
    expect(stored).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['an increment by a text', { '.sv': { increment: '1' } }],
    ['an infinite number', JSON.parse('1e999')],
    ['a forbidden key', { 'a/b': 1 }],
    ['an empty key', { '': 1 }],
    ['half a character', 'a\ud800'],
    ['a string over 10 MB', 'ü'.repeat(5 * 1024 * 1024 + 1)],
  ])('refuses %s', (_name, data) => {
    expect(() => parse(data)).toThrow(INVALID);
  });

  it.each([
    [2 ** 53 - 1, 1],
    [-(2 ** 53) + 1, -1],
    [2 ** 53 - 2, 1.5],
    [0, 2 ** 53],
    [1e300, 1],
    [Number.MAX_VALUE, Number.MAX_VALUE],
  ])('refuses an increment of %d by %d, whose sum might be another number', (stored, by) => {
    expect(() => parse({ '.sv': { increment: by } }, stored)).toThrow(INVALID);
  });

  it.each([
    [2 ** 53 - 2, 1],
    [2 ** 60, -(2 ** 60) + 1024],
    [0.1, 0.2],
  ])('adds to %d the increment %d', (stored, by) => {
    expect(parse({ '.sv': { increment: by } }, stored)).toBe(stored + by);
  });

  it('counts the depth of the place', () => {
    expect(parse({ a: 1 }, null, 31)).toEqual({ a: 1 });
    expect(() => parse({ a: { b: 1 } }, null, 31)).toThrow(INVALID);
  });
});

describe('frames', () => {
  it('puts an announced number of frames together', () => {
    const reader = new FrameReader();
    expect([reader.read('3'), reader.read('{"a":'), reader.read('1')].map((frame) => frame.kind)).toEqual([
      'partial',
      'partial',
      'partial',
    ]);
    expect(reader.read('}')).toEqual({ kind: 'message', text: '{"a":1}', isTorn: false });
    expect(reader.read('{}')).toEqual({ kind: 'message', text: '{}', isTorn: false });
  });

  it('takes a bare 0 as keep-alive', () => {
    const reader = new FrameReader();
    expect(reader.read('0')).toEqual({ kind: 'keep-alive' });
    expect(reader.read('{}')).toEqual({ kind: 'message', text: '{}', isTorn: false });
  });

  it('refuses a message over the limit, whatever its parts', () => {
    const reader = new FrameReader();
    const half = 'x'.repeat(MAX_MESSAGE_UNITS / 2 - 40);
    reader.read('3');
    expect(
      [reader.read(half), reader.read(half), reader.read('x'.repeat(80))].map((frame) => frame.kind),
    ).toEqual(['partial', 'partial', 'too-large']);
  });
});

describe('messages', () => {
  it.each([
    ['no JSON', '{'],
    ['a list', '[]'],
    ['no content', '{"t":"d"}'],
    ['no number', '{"t":"d","d":{"a":"q","b":{}}}'],
    ['no body', '{"t":"d","d":{"r":1,"a":"q"}}'],
    ['a body that is a list', '{"t":"d","d":{"r":1,"a":"q","b":[]}}'],
    ['a member more', '{"t":"d","d":{"r":1,"a":"q","b":{}},"x":1}'],
    ['an unknown layer', '{"t":"x","d":{"r":1,"a":"q","b":{}}}'],
  ])('are malformed with %s', (_name, text) => {
    expect(() => parseMessage(text)).toThrow(Refusal);
  });

  it('knows a ping from other control messages', () => {
    expect(parseMessage('{"t":"c","d":{"t":"p","d":{}}}')).toEqual({ kind: 'ping' });
    expect(parseMessage('{"t":"c","d":{"t":"n","d":{}}}')).toEqual({ kind: 'unknown-control', name: 'n' });
  });
});
