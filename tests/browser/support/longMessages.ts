import { LONGER, MESSAGE_DELAYS } from '../../support/messageDelays.ts';

// Messages stay longer than for people; app-status.test.tsx, whose time stands still, tests when they go.
const { setTimeout } = window;
window.setTimeout = ((run: TimerHandler, delay = 0, ...rest: unknown[]) =>
  setTimeout(run, MESSAGE_DELAYS.includes(delay) ? delay * LONGER : delay, ...rest)) as typeof setTimeout;
