import {parseTimestamp} from '../../kernel/clock.js';
import {sortLikeGo} from '../../go/sort.js';
import {controllerOf} from '../../objects/owner.js';
import {humanDuration} from '../../go/duration.js';
import type {Event, ObjectMeta} from '../../objects/kubernetes.generated.js';
import {lastApplied} from '../../objects/last-applied.js';
import type {DescriptionWriter} from './writer.js';

/** An object of any kind, as far as the head of a description reads it. */
interface Described {
	readonly metadata?: Partial<ObjectMeta>;
}

/** A condition of any kind of object. */
interface Condition {
	readonly type: string;
	readonly status: string;
	readonly reason?: string;
}

const days = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** A timestamp as Go's RFC1123Z: `Thu, 01 Jan 2026 00:00:00 +0000`; the zero time without a timestamp. */
export const longTime = (text: string | null | undefined): string => {
	if (!text) {
		return 'Mon, 01 Jan 0001 00:00:00 +0000';
	}

	const day = days[(((Math.floor(parseTimestamp(text) / 86_400_000) + 4) % 7) + 7) % 7];
	return `${day}, ${text.slice(8, 10)} ${months[Number(text.slice(5, 7)) - 1]} ${text.slice(0, 4)} ${text.slice(11, 19)} +0000`;
};

/** The age of a timestamp. */
export const ageOf = (text: string | null | undefined, nowMs: number): string =>
	text ? humanDuration(nowMs - parseTimestamp(text)) : '<unknown>';

/** `a=b,c=d`, or `<none>`. @mirrors apimachinery/pkg/labels FormatLabels */
export const formatLabels = (labels: Readonly<Record<string, string>> | undefined): string =>
	pairs(labels)
		.map(([key, value]) => `${key}=${value}`)
		.join(',') || '<none>';

/** Keys and values, sorted by their keys. */
export const pairs = <T>(map: Readonly<Record<string, T>> | undefined): ReadonlyArray<readonly [string, T]> =>
	Object.entries(map ?? {}).sort(([a], [b]) => {
		if (a < b) {
			return -1;
		}

		if (a > b) {
			return 1;
		}

		return 0;
	});

/** A list of strings as Go's `%v` prints it: `[a b]`. */
export const goList = (items: readonly unknown[] | undefined | null): string => `[${(items ?? []).join(' ')}]`;

/** `True`, `False`, or `<unset>`. */
export const truth = (value: boolean | undefined): string => {
	if (value === undefined) {
		return '<unset>';
	}

	if (value) {
		return 'True';
	}

	return 'False';
};

/** Items under a title, the first next to it. */
export const writeList = (
	writer: DescriptionWriter,
	title: string,
	items: readonly string[],
	{indent = '', innerIndent = '\t'}: {readonly indent?: string; readonly innerIndent?: string} = {},
): void => {
	writer.write(0, `${indent}${title}:${innerIndent}`);
	if (items.length === 0) {
		writer.writeLine('<none>');
		return;
	}

	for (const [index, item] of items.entries()) {
		if (index > 0) {
			writer.write(0, indent);
			writer.write(0, innerIndent);
		}

		writer.write(0, `${item}\n`);
	}
};

/** Labels under a title, sorted. @mirrors kubectl/pkg/describe printLabelsMultilineWithIndent */
export const writeLabels = (
	writer: DescriptionWriter,
	title: string,
	labels: Readonly<Record<string, string>> | undefined,
	indent = '',
): void => {
	writeList(
		writer,
		title,
		pairs(labels).map(([key, value]) => `${key}=${value}`),
		{indent},
	);
};

/** The longest line of an annotation, in bytes. */
const longest = 140;

const shortened = (text: string, limit: number): string => {
	const bytes = Buffer.from(text);
	return bytes.length > limit ? `${bytes.subarray(0, limit).toString()}...` : text;
};

/** Annotations, long and multi-line ones on separate lines. @mirrors kubectl/pkg/describe printAnnotationsMultiline */
export const writeAnnotations = (
	writer: DescriptionWriter,
	title: string,
	annotations: Readonly<Record<string, string>> | undefined,
): void => {
	writer.write(0, `${title}:\t`);
	const shown = pairs(annotations).filter(([key]) => key !== lastApplied);
	if (shown.length === 0) {
		writer.writeLine('<none>');
		return;
	}

	for (const [index, [key, text]] of shown.entries()) {
		if (index > 0) {
			writer.write(0, '\t');
		}

		const value = text.replace(/\n$/, '');
		if (Buffer.byteLength(value) + key.length + 2 > longest || value.includes('\n')) {
			writer.write(0, `${key}:\n`);
			for (const line of value.split('\n')) {
				writer.write(0, `\t  ${shortened(line, longest - 2)}\n`);
			}
		} else {
			writer.write(0, `${key}: ${value}\n`);
		}
	}
};

/** Name, namespace, labels and annotations, as most descriptions begin. */
export const writeHead = (writer: DescriptionWriter, {metadata}: Described, namespaced = true): void => {
	writer.write(0, `Name:\t${metadata?.name ?? ''}\n`);
	if (namespaced) {
		writer.write(0, `Namespace:\t${metadata?.namespace ?? ''}\n`);
	}

	writeLabels(writer, 'Labels', metadata?.labels);
	writeAnnotations(writer, 'Annotations', metadata?.annotations);
};

/** The status of an object; if it is terminating, also the duration. */
export const writePhase = (
	writer: DescriptionWriter,
	{metadata, status}: Described & {readonly status?: {readonly phase?: string}},
	nowMs: number,
): void => {
	writer.write(
		0,
		metadata?.deletionTimestamp
			? `Status:\tTerminating (lasts ${ageOf(metadata.deletionTimestamp, nowMs)})\n`
			: `Status:\t${status?.phase ?? ''}\n`,
	);
};

/** `kind/name` of the controller of an object. */
export const writeController = (writer: DescriptionWriter, object: Described): void => {
	const owner = controllerOf(object);
	if (owner) {
		writer.write(0, `Controlled By:\t${owner.kind}/${owner.name}\n`);
	}
};

/** The rows of a table with its header and a rule under it. */
export const writeTable = (
	writer: DescriptionWriter,
	level: number,
	head: readonly string[],
	rows: ReadonlyArray<readonly unknown[]>,
): void => {
	writer.write(level, `${head.join('\t')}\n`);
	writer.write(level, `${head.map((word) => '-'.repeat(word.length)).join('\t')}\n`);
	for (const row of rows) {
		writer.write(level, `${row.join('\t')}\n`);
	}
};

/** Type, status and reason of each condition. */
export const writeConditions = (writer: DescriptionWriter, conditions: readonly Condition[] = []): void => {
	if (conditions.length > 0) {
		writer.write(0, 'Conditions:\n');
		const rows = conditions.map(({type, status, reason = ''}) => [`${type} `, status, reason]);
		writeTable(writer, 1, ['Type', 'Status', 'Reason'], rows);
	}
};

/** Times with and without fractions of a second, made comparable. */
const timeOf = ({series, lastTimestamp, eventTime}: Event): string =>
	(series?.lastObservedTime || lastTimestamp || eventTime || '').replace(
		/(\.\d+)?Z$/,
		(_, fraction: string | undefined) => (fraction ?? '.').padEnd(10, '0'),
	);

/** Whether `kubectl events` tells an event before another one. */
export const isEarlier = (a: Event, b: Event): boolean => timeOf(a) < timeOf(b);

/** The age of an event, and its count: `5s (x3 over 20s)`. */
export const eventAge = (event: Event, nowMs: number): string => {
	const age = ageOf(event.eventTime || event.firstTimestamp, nowMs);
	if (event.series) {
		return `${ageOf(event.series.lastObservedTime, nowMs)} (x${event.series.count} over ${age})`;
	}

	return (event.count ?? 1) > 1 ? `${ageOf(event.lastTimestamp, nowMs)} (x${event.count} over ${age})` : age;
};

const messageOf = ({message = '', involvedObject}: Event): string => {
	const text = message.trim();
	return involvedObject?.fieldPath ? `${involvedObject.fieldPath}: ${text}` : text;
};

/** The table of events at the end of a description; empty if they are not requested. @mirrors kubectl/pkg/describe DescribeEvents */
export const writeEvents = (writer: DescriptionWriter, events: readonly Event[] | undefined, nowMs: number): void => {
	if (!events) {
		return;
	}

	if (events.length === 0) {
		writer.write(0, 'Events:\t<none>\n');
		return;
	}

	writer.write(0, 'Events:\n  Type\tReason\tAge\tFrom\tMessage\n');
	writer.write(1, '----\t------\t----\t----\t-------\n');
	// The server writes null for a time that is not set.
	const lastTime = ({lastTimestamp}: Event): string => lastTimestamp ?? '';
	const ordered = sortLikeGo(events, (a, b) => lastTime(a) < lastTime(b));
	for (const event of ordered) {
		const source = event.source?.component || event.reportingComponent || '';
		writer.write(
			1,
			`${event.type ?? ''}\t${event.reason ?? ''}\t${eventAge(event, nowMs)}\t${source}\t${messageOf(event)}\n`,
		);
	}
};
