const pad = (value: number, length = 2): string => String(value).padStart(length, '0');

/** Days since 1970-01-01 to year, month, day in the Gregorian calendar. */
const civil = (days: number): [number, number, number] => {
	const shifted = days + 719_468;
	const era = Math.floor(shifted / 146_097);
	const dayOfEra = shifted - era * 146_097;
	const yearOfEra = Math.floor(
		(dayOfEra - Math.floor(dayOfEra / 1460) + Math.floor(dayOfEra / 36_524) - Math.floor(dayOfEra / 146_096)) / 365,
	);
	const dayOfYear = dayOfEra - (365 * yearOfEra + Math.floor(yearOfEra / 4) - Math.floor(yearOfEra / 100));
	const shiftedMonth = Math.floor((5 * dayOfYear + 2) / 153);
	const day = dayOfYear - Math.floor((153 * shiftedMonth + 2) / 5) + 1;
	const month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9;
	return [yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month, day];
};

let lastSecond = -1;
let lastText = '';

/** Milliseconds since 1970 as `metav1.Time` prints them: `2026-01-01T00:00:00Z`. */
export const timestamp = (epochMs: number): string => {
	const seconds = Math.floor(epochMs / 1000);
	if (seconds === lastSecond) {
		return lastText;
	}

	const [year, month, day] = civil(Math.floor(seconds / 86_400));
	const ofDay = ((seconds % 86_400) + 86_400) % 86_400;
	lastSecond = seconds;
	lastText = `${pad(year, 4)}-${pad(month)}-${pad(day)}T${pad(Math.floor(ofDay / 3600))}:${pad(Math.floor(ofDay / 60) % 60)}:${pad(ofDay % 60)}Z`;
	return lastText;
};

const weekdays = ['Thu', 'Fri', 'Sat', 'Sun', 'Mon', 'Tue', 'Wed'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Milliseconds since 1970 as in HTTP headers: `Thu, 01 Jan 2026 00:00:00 GMT`. @see RFC 9110, IMF-fixdate */
export const httpDate = (epochMs: number): string => {
	const day = Math.floor(epochMs / 86_400_000);
	const [year, month, ofMonth] = civil(day);
	const time = timestamp(epochMs).slice(11, 19);
	return `${weekdays[((day % 7) + 7) % 7] ?? ''}, ${pad(ofMonth)} ${months[month - 1] ?? ''} ${pad(year, 4)} ${time} GMT`;
};

let lastMs = -1;
let lastMicroText = '';

/** A time as `metav1.MicroTime` prints it: `2026-01-01T00:00:00.031000Z`. */
export const microTimestamp = (epochMs: number): string => {
	if (epochMs !== lastMs) {
		lastMs = epochMs;
		// Joined, a text is in one piece; an expression keeps its parts, each an object of its own, and the tape keeps thousands of these.
		lastMicroText = [timestamp(epochMs).slice(0, -1), '.', pad(((epochMs % 1000) + 1000) % 1000, 3), '000Z'].join('');
	}

	return lastMicroText;
};

/** RFC 3339 text to milliseconds since 1970; `NaN` for any other text. */
export const parseTimestamp = (text: string): number =>
	/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/i.test(text) ? Date.parse(text) : Number.NaN;
