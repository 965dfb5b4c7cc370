import type {ClusterRecording, TerminalEntry} from '../cluster.js';
import {causes} from '../debugger/cause.js';
import {seek} from '../debugger/seek.js';
import type {Stop} from '../kernel/stop.js';
import type {Blockage, FieldPath} from './blockage.js';
import type {AppliedProgress, ManifestObject} from './progress.js';
import {refusalAdvice} from './refusal.js';
import {blockagesOf, remarkOn} from './blockages.js';
import {nestedString, nestedNumber, nestedSlice} from '../objects/unstructured.js';

/** A field in the user's file. */
export interface FieldPlace {
	readonly file: string;
	readonly line: number;
	readonly column: number;
	readonly field?: string;
	/** What the server says about this field, if it names several. */
	readonly message?: string;
}

/** Why one object got no further. */
export interface Explanation {
	readonly kind: 'refused' | 'stuck' | 'remark';
	/** `pod/default/web`. */
	readonly object: string;
	/** In Kubernetes' words; if there are none, the sentence of the stop is used. */
	readonly message?: string;
	/** The stop at which it was decided. */
	readonly stop?: Stop;
	readonly places: readonly FieldPlace[];
	/** The stop and what led to it, back to the command: of each process the last stop. */
	readonly causes: readonly Stop[];
	/** The command at the beginning of that chain. */
	readonly command?: string;
	readonly remedies: readonly string[];
}

const bad = new Set(['refused', 'failed', 'warning']);

/** Where the template of the Pods stands, by kind. */
const templates: Readonly<Record<string, FieldPath>> = {
	Deployment: ['spec', 'template'],
	ReplicaSet: ['spec', 'template'],
	StatefulSet: ['spec', 'template'],
	DaemonSet: ['spec', 'template'],
	Job: ['spec', 'template'],
	ReplicationController: ['spec', 'template'],
	CronJob: ['spec', 'jobTemplate', 'spec', 'template'],
};

const dotted = (path: FieldPath): string =>
	path.reduce<string>(
		(text, part) =>
			typeof part === 'number'
				? `${text}[${part}]`
				: /[./]/.test(part)
					? `${text}[${part}]`
					: text
						? `${text}.${part}`
						: part,
		'',
	);

/** The causes of a stop, one for each stretch of work of one process. */
export const causeChain = (recording: ClusterRecording, stop: Stop): readonly Stop[] =>
	causes(recording, stop.step).filter((at, index, chain) => at.process !== chain[index - 1]?.process);

/** The command line of a kubectl process. */
const commandOf = ({kernel: {ledger}}: ClusterRecording, stop: Stop | undefined): string | undefined => {
	const [, number] = /^kubectl\/(\d+)$/.exec(stop?.process ?? '') ?? [];
	const entry = number === undefined ? undefined : ledger.read<TerminalEntry>(`/terminal/${number}`);
	return entry && `kubectl ${entry.command}`;
};

/** The stop that decided: the first of the stage that decides, else the first that says the message, else the last that says something bad about the object, else where it was last written. */
const decisiveStop = (
	{stops, kernel: {ledger}}: ClusterRecording,
	from: number,
	{key, message, stage, since}: Blockage,
): Stop | undefined => {
	if (since) {
		return stops.get(ledger.versions(key).find(({value}) => since(value))?.step ?? -1);
	}

	const later = stops.slice(from + 1);
	const about = (stop: Stop): boolean => stop.object === key && !/^(?:apiserver|kubectl|etcd)\./.test(stop.stage);
	const failed = (stop: Stop): boolean => bad.has(stop.outcome ?? '');
	const says = ({facts}: Stop): boolean =>
		typeof facts?.message === 'string' && facts.message !== '' && message.includes(facts.message);
	return (
		later.find((stop) => about(stop) && stop.stage === stage && failed(stop)) ??
		later.find((stop) => about(stop) && says(stop)) ??
		later.find((stop) => failed(stop) && says(stop)) ??
		later.findLast((stop) => about(stop) && failed(stop)) ??
		stops.get(ledger.versions(key).at(-1)?.step ?? -1)
	);
};

const placeIn = (applied: ManifestObject, key: string | undefined, {key: stuck, field}: Blockage): FieldPlace => {
	const path = stuck === key ? (field ?? []) : [...(templates[applied.kind] ?? []), ...(field ?? [])];
	return {
		file: applied.file,
		...applied.positionOf(path),
		...(field ? {field: dotted(path)} : {}),
	};
};

const objectWords = (key: string): string => {
	const [plural = '', ...rest] = key.replace('/registry/', '').replace('services/specs', 'services').split('/');
	return [plural.replace(/s$/, ''), ...rest].join('/');
};

const explain = (
	recording: ClusterRecording,
	from: number,
	applied: ManifestObject,
	progress: AppliedProgress,
	blockage: Blockage,
	kind: Explanation['kind'],
): Explanation => {
	const stop = kind === 'remark' ? undefined : decisiveStop(recording, from, blockage);
	const chain = stop ? causeChain(recording, stop) : [];
	return {
		kind,
		object: blockage.key === progress.key ? progress.name : objectWords(blockage.key),
		message: blockage.message,
		stop,
		places: [placeIn(applied, progress.key, blockage)],
		causes: chain,
		command: commandOf(recording, chain.at(-1)),
		remedies: blockage.remedies,
	};
};

const refusingStages = new Set(['kubectl.parse', 'kubectl.validate', 'kubectl.negotiate', 'kubectl.request']);

/** What helps when the definition of a custom resource comes with it in one command: kubectl asks what is served before it sends anything. */
const definedBeside = (message: string, objects: readonly ManifestObject[]) => {
	const [, kind, group] = /no matches for kind "([^"]+)" in version "([^"/]+)\//.exec(message) ?? [];
	const definition = objects.find(
		(object) => object.kind === 'CustomResourceDefinition' && object.name.endsWith(`.${group}`),
	);
	return (
		definition && {
			field: ['kind'],
			remedies: [
				`${kind} is served once its CustomResourceDefinition (${definition.file}) is established: apply that first, then this.`,
				`Here: k8s-walkthrough trace ${definition.file} --then "apply -f FILE", with this object in a file of its own.`,
			],
		}
	);
};

/** The places in a file that the facts of a refusal refer to. */
const placeOf = (file: string, facts: unknown): FieldPlace => {
	const field = nestedString(facts, 'field');
	const message = nestedString(facts, 'message');
	return {
		file,
		...(field ? {field} : {}),
		...(message === undefined ? {} : {message}),
		line: nestedNumber(facts, 'line') ?? 1,
		column: nestedNumber(facts, 'column') ?? 1,
	};
};

/** What a stop that refused something in a file says; `undefined` if it refused nothing. */
const refusal = (
	recording: ClusterRecording,
	stop: Stop,
	objects: readonly ManifestObject[],
): Explanation | undefined => {
	const {facts} = stop;
	const file = nestedString(facts, 'file');
	if (stop.outcome !== 'refused' || !refusingStages.has(stop.stage) || file === undefined) {
		return undefined;
	}

	const message = nestedString(facts, 'message') ?? nestedString(facts, 'reason');
	const advice = definedBeside(message ?? '', objects) ?? refusalAdvice(message ?? '');
	const {line, column, field} = placeOf(file, facts);
	const applied = objects.find(
		(object) =>
			object.file === file &&
			[object.positionOf([]), object.positionOf(['kind'])].some(
				(place) => place.line === line && place.column === column,
			),
	);
	const several = nestedSlice(facts, 'places').map((place) => placeOf(file, place));
	const places =
		several.length > 0
			? several
			: [
					applied && advice.field
						? {file, ...applied.positionOf(advice.field), field: dotted(advice.field)}
						: {file, line, column, ...(field ? {field} : {})},
				];
	return {
		kind: 'refused',
		object: stop.object ? objectWords(stop.object) : file,
		message,
		stop: refusingStop(recording, stop),
		places,
		causes: [],
		remedies: advice.remedies,
	};
};

/** What kubectl or the apiserver refused, with the places in the user's files. */
const refusals = (
	recording: ClusterRecording,
	from: number,
	objects: readonly ManifestObject[],
): readonly Explanation[] => recording.stops.slice(from + 1).flatMap((stop) => refusal(recording, stop, objects) ?? []);

/** Objects that apply cannot look up: it needs a name. */
const nameless = (objects: readonly ManifestObject[]): readonly Explanation[] =>
	objects
		.filter(({name, apiVersion, kind}) => name === '' && apiVersion !== '' && kind !== '')
		.map((object) => ({
			kind: 'refused',
			object: `${object.kind} without a name`,
			message: 'resource name may not be empty',
			places: [{file: object.file, ...object.positionOf(['metadata', 'name']), field: 'metadata.name'}],
			causes: [],
			remedies: ['Give it a name under metadata.name; kubectl apply does not accept generateName.'],
		}));

/** The stop inside the apiserver's chain that said no to a request of kubectl's; the request itself if no stop did. */
const refusingStop = (recording: ClusterRecording, request: Stop): Stop =>
	seek(
		recording,
		request.step,
		-1,
		(stop) =>
			stop.process === request.process &&
			((stop.outcome === 'refused' && !['apiserver.respond', 'kubectl.request'].includes(stop.stage)) ||
				(stop.stage === 'kubectl.request' && stop.outcome === undefined)),
	).stop ?? request;

/**
Why applied objects came no further than they did, and what is odd about those that did.

@param from the step at which they were applied.
*/
export const explanations = (
	recording: ClusterRecording,
	from: number,
	applied: readonly ManifestObject[],
	progress: readonly AppliedProgress[],
): readonly Explanation[] => [
	...refusals(recording, from, applied),
	...nameless(applied),
	...applied.flatMap((object, index) => {
		const one = progress[index];
		return one?.key === undefined || one.state === 'done'
			? []
			: blockagesOf(one.key, recording.kernel.ledger).map((blockage) =>
					explain(recording, from, object, one, blockage, 'stuck'),
				);
	}),
	...applied.flatMap((object, index) => {
		const one = progress[index];
		const remark = one?.key === undefined ? undefined : remarkOn(one.key, recording.kernel.ledger);
		return one && remark ? [explain(recording, from, object, one, remark, 'remark')] : [];
	}),
];
