import {parseTimestamp} from '../../kernel/clock.js';
import {humanDuration} from '../../go/duration.js';

/** The age of a time; `<unknown>` without one. */
export const age = (time: string | undefined | null, nowMs: number): string =>
	time ? humanDuration(nowMs - parseTimestamp(time)) : '<unknown>';

/** `a=1,b=2`, or `<none>`. */
export const labelText = (labels: Readonly<Record<string, string>> | undefined): string => {
	const entries = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
	return entries.length === 0 ? '<none>' : entries.map(([key, value]) => `${key}=${value}`).join(',');
};
