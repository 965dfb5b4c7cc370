const shorthands: Readonly<Record<string, string>> = {
	'@yearly': '0 0 1 1 *',
	'@annually': '0 0 1 1 *',
	'@monthly': '0 0 1 * *',
	'@weekly': '0 0 * * 0',
	'@daily': '0 0 * * *',
	'@midnight': '0 0 * * *',
	'@hourly': '0 * * * *',
};
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const days = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'];

/** When a CronJob runs. */
export interface Schedule {
	readonly minutes: ReadonlySet<number>;
	readonly hours: ReadonlySet<number>;
	readonly days: ReadonlySet<number>;
	readonly months: ReadonlySet<number>;
	readonly weekdays: ReadonlySet<number>;
	/** With both restricted, either day will do. */
	readonly anyDay: boolean;
	readonly anyWeekday: boolean;
}

const field = (
	text: string,
	from: number,
	to: number,
	names: readonly string[] = [],
	base = 0,
): Set<number> | undefined => {
	const numbers = new Set<number>();
	const numberOf = (word: string): number => {
		const index = names.indexOf(word.toLowerCase());
		return index === -1 ? (/^\d+$/.test(word) ? Number(word) : Number.NaN) : index + base;
	};

	for (const part of text.split(',')) {
		const [range = '', step = '1'] = part.split('/');
		const [first, last] = range === '*' || range === '?' ? [from, to] : range.split('-').map(numberOf);
		const end = last ?? (part.includes('/') ? to : first);
		const every = Number(step);
		if (!(first! >= from && end! <= to && first! <= end! && every > 0)) {
			return undefined;
		}

		for (let number = first!; number <= end!; number += every) {
			numbers.add(number);
		}
	}

	return numbers;
};

/** Reads the five fields of cron, or a shorthand such as `@daily`; `undefined` when it is neither. */
export const parseSchedule = (text: string): Schedule | undefined => {
	const parts = (shorthands[text.trim()] ?? text.trim()).split(/\s+/);
	if (parts.length !== 5) {
		return undefined;
	}

	const minutes = field(parts[0]!, 0, 59);
	const hours = field(parts[1]!, 0, 23);
	const monthDays = field(parts[2]!, 1, 31);
	const monthSet = field(parts[3]!, 1, 12, months, 1);
	const weekdays = field(parts[4]!, 0, 7, days);
	if (!minutes || !hours || !monthDays || !monthSet || !weekdays) {
		return undefined;
	}

	if (weekdays.has(7)) {
		weekdays.add(0);
	}

	const any = (part: string) => part.startsWith('*') || part === '?';
	return {
		minutes,
		hours,
		days: monthDays,
		months: monthSet,
		weekdays,
		anyDay: any(parts[2]!),
		anyWeekday: any(parts[4]!),
	};
};

const dayMs = 86_400_000;

/** Year, month and day of a number of days since 1970. */
const civil = (day: number): {readonly month: number; readonly day: number} => {
	const era = day + 719_468;
	const dayOfEra = ((era % 146_097) + 146_097) % 146_097;
	const year = Math.floor(
		(dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
	);
	const dayOfYear = dayOfEra - (365 * year + Math.floor(year / 4) - Math.floor(year / 100));
	const shifted = Math.floor((5 * dayOfYear + 2) / 153);
	return {month: shifted < 10 ? shifted + 3 : shifted - 9, day: dayOfYear - Math.floor((153 * shifted + 2) / 5) + 1};
};

const runsOn = (schedule: Schedule, dayNumber: number): boolean => {
	const {month, day} = civil(dayNumber);
	if (!schedule.months.has(month)) {
		return false;
	}

	const weekday = (((dayNumber + 4) % 7) + 7) % 7;
	const byDay = schedule.days.has(day);
	const byWeekday = schedule.weekdays.has(weekday);
	return schedule.anyDay || schedule.anyWeekday ? byDay && byWeekday : byDay || byWeekday;
};

/** The first time after `afterMs` (UTC, milliseconds since 1970); `undefined` when there is none in five years. */
export const nextRun = (schedule: Schedule, afterMs: number): number | undefined => {
	const startMs = (Math.floor(afterMs / 60_000) + 1) * 60_000;
	const firstDay = Math.floor(startMs / dayMs);
	for (let day = firstDay; day < firstDay + 5 * 366; day++) {
		if (!runsOn(schedule, day)) {
			continue;
		}

		for (let minute = day === firstDay ? Math.floor((startMs - day * dayMs) / 60_000) : 0; minute < 1440; minute++) {
			if (schedule.hours.has(Math.floor(minute / 60)) && schedule.minutes.has(minute % 60)) {
				return day * dayMs + minute * 60_000;
			}
		}
	}

	return undefined;
};

/** The latest time that has passed since `sinceMs`, if any; looks back year by year, so that long pauses cost little. */
export const lastRun = (schedule: Schedule, sinceMs: number, nowMs: number): number | undefined => {
	for (let day = Math.floor(nowMs / dayMs); day >= Math.floor(sinceMs / dayMs); day--) {
		if (!runsOn(schedule, day)) {
			continue;
		}

		for (let minute = 1439; minute >= 0; minute--) {
			const timeMs = day * dayMs + minute * 60_000;
			if (
				timeMs <= nowMs &&
				timeMs > sinceMs &&
				schedule.hours.has(Math.floor(minute / 60)) &&
				schedule.minutes.has(minute % 60)
			) {
				return timeMs;
			}
		}
	}

	return undefined;
};
