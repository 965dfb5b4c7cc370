/**
An age as kubectl prints it: `5s`, `2m3s`, `3h`, `2d4h`.

@mirrors apimachinery/pkg/util/duration.HumanDuration
*/
export const humanDuration = (ms: number): string => {
	const seconds = Math.trunc(ms / 1000);
	if (seconds < -1) {
		return '<invalid>';
	}

	if (seconds < 0) {
		return '0s';
	}

	if (seconds < 120) {
		return `${seconds}s`;
	}

	const two = (big: number, bigUnit: string, small: number, smallUnit: string): string =>
		small === 0 ? `${big}${bigUnit}` : `${big}${bigUnit}${small}${smallUnit}`;
	const minutes = Math.floor(seconds / 60);
	if (minutes < 10) {
		return two(minutes, 'm', seconds % 60, 's');
	}

	if (minutes < 180) {
		return `${minutes}m`;
	}

	const hours = Math.floor(seconds / 3600);
	if (hours < 8) {
		return two(hours, 'h', minutes % 60, 'm');
	}

	if (hours < 48) {
		return `${hours}h`;
	}

	if (hours < 24 * 8) {
		return two(Math.floor(hours / 24), 'd', hours % 24, 'h');
	}

	if (hours < 24 * 365 * 2) {
		return `${Math.floor(hours / 24)}d`;
	}

	if (hours < 24 * 365 * 8) {
		return two(Math.floor(hours / 24 / 365), 'y', Math.floor(hours / 24) % 365, 'd');
	}

	return `${Math.floor(hours / 24 / 365)}y`;
};

const unitMs: Readonly<Record<string, number>> = {
	ns: 1e-6,
	us: 1e-3,
	µs: 1e-3,
	ms: 1,
	s: 1000,
	m: 60_000,
	h: 3_600_000,
};

/** Go's duration text to milliseconds: `1h30m`, `500ms`; `undefined` when it is none. */
export const parseDuration = (text: string): number | undefined => {
	const match = /^([+-]?)((?:\d+(?:\.\d*)?|\.\d+)(?:ns|us|µs|ms|s|m|h))+$/.exec(text);
	if (!match) {
		return /^[+-]?0$/.test(text) ? 0 : undefined;
	}

	let sum = 0;
	for (const [, number, unit] of text.matchAll(/(\d+(?:\.\d*)?|\.\d+)(ns|us|µs|ms|s|m|h)/g)) {
		sum += Number(number) * unitMs[unit];
	}

	return match[1] === '-' ? -sum : sum;
};

/** Milliseconds as Go prints a duration: `5m0s`, `1h0m0s`, `10s`. */
export const goDuration = (ms: number): string => {
	const seconds = ms / 1000;
	if (seconds < 60) {
		return `${seconds}s`;
	}

	const minutes = Math.floor(seconds / 60);
	const rest = `${seconds % 60}s`;
	return minutes < 60 ? `${minutes}m${rest}` : `${Math.floor(minutes / 60)}h${minutes % 60}m${rest}`;
};
