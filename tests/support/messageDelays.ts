import { STATUS_CLEAR_MS, UNDO_LINGER_MS } from '#model/limits.ts';

/** After these, in milliseconds, messages go by themselves. */
export const MESSAGE_DELAYS = [STATUS_CLEAR_MS, STATUS_CLEAR_MS + UNDO_LINGER_MS];
/** In tests they stay so many times as long as for people: a busy machine looks for them only after seconds. */
export const LONGER = 10;
