import {parseTimestamp} from '../../kernel/clock.js';

/**
A duration as kubectl prints it: `5s`, `2m3s`, `12m`, `3h20m`, `7h`, `2d5h`, `12d`, `2y31d`, `10y`.

@mirrors k8s.io/apimachinery/pkg/util/duration HumanDuration
*/
export const humanDuration = (ms: number): string => {
	const seconds = Math.trunc(ms / 1000);
	if (seconds < -1) {
		return '<invalid>';
	}

	if (seconds < 0) {
		return '0s';
	}

	if (seconds < 60 * 2) {
		return `${seconds}s`;
	}

	const minutes = Math.trunc(seconds / 60);
	if (minutes < 10) {
		return seconds % 60 === 0 ? `${minutes}m` : `${minutes}m${seconds % 60}s`;
	}

	if (minutes < 60 * 3) {
		return `${minutes}m`;
	}

	const hours = Math.trunc(minutes / 60);
	if (hours < 8) {
		return minutes % 60 === 0 ? `${hours}h` : `${hours}h${minutes % 60}m`;
	}

	if (hours < 48) {
		return `${hours}h`;
	}

	const days = Math.trunc(hours / 24);
	if (hours < 24 * 8) {
		return hours % 24 === 0 ? `${days}d` : `${days}d${hours % 24}h`;
	}

	if (hours < 24 * 365 * 2) {
		return `${days}d`;
	}

	const years = Math.trunc(days / 365);
	if (hours < 24 * 365 * 8) {
		return days % 365 === 0 ? `${years}y` : `${years}y${days % 365}d`;
	}

	return `${years}y`;
};

/** How long ago; `<unknown>` for no time. */
export const age = (time: string | undefined | null, nowMs: number): string =>
	time ? humanDuration(nowMs - parseTimestamp(time)) : '<unknown>';

/** `a=1,b=2`, or `<none>`. */
export const labelText = (labels: Readonly<Record<string, string>> | undefined): string => {
	const entries = Object.entries(labels ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
	return entries.length === 0 ? '<none>' : entries.map(([key, value]) => `${key}=${value}`).join(',');
};

/** Joined by commas, or `<none>`. */
export const listText = (items: ReadonlyArray<string | undefined> | undefined): string =>
	items && items.length > 0 ? items.join(',') : '<none>';
