import type {CronSchedule} from './cron-schedule.js';

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

const runsOn = (schedule: CronSchedule, dayNumber: number): boolean => {
	const {month, day} = civil(dayNumber);
	if (!schedule.months.has(month)) {
		return false;
	}

	const weekday = (((dayNumber + 4) % 7) + 7) % 7;
	const byDay = schedule.days.has(day);
	const byWeekday = schedule.weekdays.has(weekday);
	return schedule.anyDay || schedule.anyWeekday ? byDay && byWeekday : byDay || byWeekday;
};

/** The first time after `afterMs` (UTC, milliseconds since 1970); `undefined` if there is no such time within five years. */
export const nextRun = (schedule: CronSchedule, afterMs: number): number | undefined => {
	if (schedule.everyMs !== undefined) {
		return Math.floor(afterMs / 1000) * 1000 + schedule.everyMs;
	}

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

/** The latest time that has passed since `sinceMs`, if any; it searches back year by year, so long pauses cost little. */
export const lastRun = (schedule: CronSchedule, sinceMs: number, nowMs: number): number | undefined => {
	if (schedule.everyMs !== undefined) {
		const startMs = Math.floor(sinceMs / 1000) * 1000;
		const runs = Math.floor((nowMs - startMs) / schedule.everyMs);
		return runs > 0 ? startMs + runs * schedule.everyMs : undefined;
	}

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
