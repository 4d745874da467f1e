/** The SDK's limit, in UTF-16 units (`WEBSOCKET_MAX_FRAME_SIZE`). */
const FRAME_UNITS = 16_384;

/** The frames in which the SDK sends a message: their number first, where there is more than one. */
export function framesOf(message: string): readonly string[] {
  if (message.length <= FRAME_UNITS) return [message];
  const count = Math.ceil(message.length / FRAME_UNITS);
  const parts = Array.from({ length: count }, (_, n) =>
    message.slice(n * FRAME_UNITS, (n + 1) * FRAME_UNITS),
  );
  return [String(count), ...parts];
}
