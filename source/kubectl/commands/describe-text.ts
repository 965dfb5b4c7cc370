import {parseTimestamp} from '../../kernel/clock.js';
import {humanDuration} from '../duration.js';
import type {Unstructured, Value} from '../unstructured.js';

/** Two spaces for each level. */
export const indent = (level: number): string => '  '.repeat(level);

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A timestamp as Go's RFC1123Z: `Thu, 01 Jan 2026 00:00:00 +0000`; the zero time for none. */
export const longTime = (text: string | null | undefined): string => {
	if (!text) {
		return 'Mon, 01 Jan 0001 00:00:00 +0000';
	}

	const day = days[(Math.floor(parseTimestamp(text) / 86_400_000) + 4) % 7];
	return `${day}, ${text.slice(8, 10)} ${months[Number(text.slice(5, 7)) - 1]} ${text.slice(0, 4)} ${text.slice(11, 19)} +0000`;
};

/** How long ago a timestamp was. */
export const ageOf = (text: string | null | undefined, nowMs: number): string =>
	text ? humanDuration(nowMs - parseTimestamp(text)) : '<unknown>';

/** A map with a line for each pair, sorted: the title on the first. */
export const pairLines = (title: string, pairs: Readonly<Record<string, string>> | undefined, prefix = ''): string => {
	const keys = Object.keys(pairs ?? {}).sort();
	return keys.length === 0
		? `${prefix}${title}:\t<none>\n`
		: keys.map((key, index) => `${prefix}${index === 0 ? `${title}:` : ''}\t${key}=${pairs![key]}\n`).join('');
};

const skipped = 'kubectl.kubernetes.io/last-applied-configuration';

/** Annotations, without what apply keeps for itself; long ones on lines of their own. */
export const annotationLines = (annotations: Readonly<Record<string, string>> | undefined, prefix = ''): string => {
	const keys = Object.keys(annotations ?? {})
		.filter((key) => key !== skipped)
		.sort();
	if (keys.length === 0) {
		return `${prefix}Annotations:\t<none>\n`;
	}

	return keys
		.map((key, index) => {
			const value = annotations![key].replace(/\n$/, '');
			const head = `${prefix}${index === 0 ? 'Annotations:' : ''}\t`;
			const long = value.length + key.length + 2 > 140 || value.includes('\n');
			return long
				? `${head}${key}:\n${value
						.split('\n')
						.map((line) => `${prefix}\t  ${line}\n`)
						.join('')}`
				: `${head}${key}: ${value}\n`;
		})
		.join('');
};

/** Name, namespace, labels and annotations. */
export const headLines = ({metadata}: Unstructured): string =>
	`Name:\t${metadata?.name}\n${metadata?.namespace ? `Namespace:\t${metadata.namespace}\n` : ''}${pairLines('Labels', metadata?.labels)}${annotationLines(metadata?.annotations)}`;

const timeOf = (event: Unstructured): string =>
	(event.series?.lastObservedTime as string | undefined) ||
	(event.lastTimestamp as string | undefined) ||
	(event.eventTime as string | undefined) ||
	event.metadata?.creationTimestamp ||
	'';

/** Events, the latest last. */
export const byTime = (a: Unstructured, b: Unstructured): number =>
	timeOf(a) < timeOf(b) ? -1 : timeOf(a) > timeOf(b) ? 1 : 0;

/** When an event happened, and how often: `5s (x3 over 20s)`. */
export const eventAge = (event: Unstructured, nowMs: number): string => {
	const first = (event.firstTimestamp as string | undefined) || (event.eventTime as string | undefined);
	const age = ageOf(first, nowMs);
	if (event.series) {
		return `${ageOf(event.series.lastObservedTime, nowMs)} (x${event.series.count} over ${age})`;
	}

	return (event.count ?? 1) > 1 ? `${ageOf(event.lastTimestamp, nowMs)} (x${event.count} over ${age})` : age;
};

const sourceOf = ({source, reportingComponent, reportingInstance}: Unstructured): string => {
	const component = (source?.component as string | undefined) || (reportingComponent as string | undefined) || '';
	const host =
		(source?.host as string | undefined) ||
		(source?.component ? '' : ((reportingInstance as string | undefined) ?? ''));
	return [component, host].filter((part) => part !== '').join(', ');
};

/** The table of events at the end of a description. */
export const eventLines = (events: readonly Unstructured[], nowMs: number): string => {
	if (events.length === 0) {
		return 'Events:\t<none>\n';
	}

	const rows = [...events]
		.sort(byTime)
		.map(
			(event) =>
				`  ${event.type}\t${event.reason}\t${eventAge(event, nowMs)}\t${sourceOf(event)}\t${String(event.message ?? '').trim()}\n`,
		);
	return `Events:\n  Type\tReason\tAge\tFrom\tMessage\n  ----\t------\t----\t----\t-------\n${rows.join('')}`;
};

/** `key=value:Effect` of a taint. */
export const taintText = ({key, value, effect}: Value): string =>
	value ? `${key}=${value}:${effect}` : `${key}:${effect}`;

/** A list with the title before the first and a tab before the others. */
export const listLines = (title: string, items: readonly string[]): string =>
	items.length === 0
		? `${title}:\t<none>\n`
		: items.map((item, index) => `${index === 0 ? `${title}:` : ''}\t${item}\n`).join('');
