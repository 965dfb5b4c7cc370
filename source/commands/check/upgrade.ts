import type {ClusterRecording} from '../../cluster.js';
import {bootedRun} from '../../booted.js';
import {isRecord} from '../../kernel/record.js';
import {nestedNumber, nestedSlice, nestedString} from '../../objects/unstructured.js';
import {sentenceOf} from '../../stages/sentence.js';
import type {Language} from '../../stages/language.js';
import {giveCommand, runUntilSettled} from '../run-manifests.js';
import {entryOf, entryOfObservation} from './catalogue/catalogue.js';
import {checkedFiles, findingOf, withEnd, type LinesOf} from './findings.js';
import {identityOf, type GivenDocument} from './given-documents.js';
import type {GivenFile} from './given-files.js';
import {assumedNamespaces} from './assumed-namespaces.js';
import {planOf, type Plan} from './plan.js';
import {linesIn} from './read-given.js';
import type {CheckedFile, Finding, FindingPlace, Report} from './report.js';
import type {CheckRequest} from './request.js';
import {withAssumed} from './target-facilities.js';
import {isAssumedOfTarget, withUnknownTarget} from './target-findings.js';
import {withVersions} from './version-findings.js';
import {named} from './named.js';
import type {PartEnd, PartTexts} from './part-end.js';
import {endsOf, merged, prepare, readTexts, type HowToApply} from './world.js';

/** The interval of a client's requests to each Service, and the time before and after the upgrade, in virtual milliseconds. */
const pace = {everyMs: 50, beforeMs: 2000, afterMs: 5000};

const mostClients = 10;

/** The outcome of a client's requests, in the ledger. */
interface Counts {
	readonly sent: number;
	readonly refused: number;
	readonly reset: number;
	readonly timedOut: number;
	readonly failed: number;
}

const isCounts = (value: unknown): value is Counts => isRecord(value) && typeof value['sent'] === 'number';

interface Client {
	readonly document: GivenDocument;
	readonly name: string;
	readonly target: string;
}

/** A client for each Service of the old files whose Pods can answer. */
const clientsOf = (documents: readonly GivenDocument[], {namespace = 'default'}: HowToApply): readonly Client[] =>
	documents
		.flatMap((document) => {
			const {value, kind, name} = document;
			const [port] = nestedSlice(value, 'spec', 'ports');
			const number = nestedNumber(port, 'port');
			const own = document.namespace === '' ? namespace : document.namespace;
			const isAsked =
				kind === 'Service' &&
				number !== undefined &&
				(nestedString(port, 'protocol') ?? 'TCP') === 'TCP' &&
				nestedString(value, 'spec', 'clusterIP') !== 'None' &&
				nestedString(value, 'spec', 'type') !== 'ExternalName';
			return isAsked
				? [{document, name: `upgrade-${own}-${name}`, target: `${name}.${own}.svc.cluster.local:${number}`}]
				: [];
		})
		.slice(0, mostClients);

const pass = (recording: ClusterRecording, ms: number): void => {
	const untilMs = recording.kernel.now + ms;
	while (recording.kernel.now < untilMs && recording.extend(untilMs)) {
		// Each call plays one stop.
	}
};

const countsOf = (recording: ClusterRecording, {name}: Client): Counts => {
	const found = recording.kernel.ledger.read(`/network/traffic/${name}`);
	return isCounts(found) ? found : {sent: 0, refused: 0, reset: 0, timedOut: 0, failed: 0};
};

const lostOf = ({refused, reset, timedOut, failed}: Counts): number => refused + reset + timedOut + failed;

/** The sentence of the first request that a client loses after a step. */
const firstLoss = (recording: ClusterRecording, {name}: Client, from: number, language: Language): string => {
	for (const stop of recording.stops) {
		if (stop.step > from && stop.stage === 'traffic.lost' && isRecord(stop.facts) && stop.facts['client'] === name) {
			return sentenceOf(stop, language);
		}
	}

	return '';
};

/** The result of applying the new files over the old ones, and the old ones again. */
interface Upgraded {
	readonly old: PartEnd;
	readonly after: PartEnd;
	/** `undefined` where the upgrade has changed nothing. */
	readonly back?: PartEnd;
	readonly losses: ReadonlyArray<{
		readonly client: Client;
		readonly sent: number;
		readonly lost: number;
		readonly first: string;
	}>;
}

const emptyPart: PartTexts = {definitions: {}, context: {}, files: {}, fileOf: {}};

const partOf = ({jobs}: Plan): PartTexts => jobs[0]?.parts[0] ?? emptyPart;

const play = (request: CheckRequest, old: PartTexts, after: PartTexts, clients: readonly Client[]): Upgraded => {
	const {scenario, how, language, mostStops, forMs} = request;
	const recording = bootedRun(
		withAssumed(
			scenario,
			[old, after].flatMap(({assumed}) => assumed ?? []),
		),
	);
	const prepareFor = ({definitions, context}: PartTexts): void => {
		prepare(recording, definitions, {serverSide: true});
		prepare(recording, context, {namespace: how.namespace});
	};
	const files = merged([old.files, after.files]);
	const applyPart = (part: PartTexts): PartEnd => {
		const manifests = readTexts(part.files, how);
		const applied = giveCommand(recording, {...manifests, files}, manifests.command);
		const settled = runUntilSettled(applied, {mostStops, forMs});
		const [end] = endsOf({applied, settled}, [part], language);
		return named(end ?? {objects: [], observations: [], assumed: []}, part);
	};

	prepareFor(old);
	const before = applyPart(old);
	for (const {name, target} of clients) {
		recording.submit({traffic: {name, target, everyMs: pace.everyMs}});
	}

	pass(recording, pace.beforeMs);
	const asked = clients.map((client) => ({client, counts: countsOf(recording, client)}));
	const from = recording.stops.length - 1;
	prepareFor(after);
	const upgraded = applyPart(after);
	pass(recording, pace.afterMs);
	const losses = asked.flatMap(({client, counts}) => {
		const now = countsOf(recording, client);
		const lost = lostOf(now) - lostOf(counts);
		// The upgrade costs nothing for a Service that does not answer before it.
		return lost > 0 && lostOf(counts) === 0
			? [{client, sent: now.sent - counts.sent, lost, first: firstLoss(recording, client, from, language)}]
			: [];
	});
	const isChanged = upgraded.objects.some(({isStored}) => isStored);
	return {old: before, after: upgraded, losses, ...(isChanged ? {back: applyPart(old)} : {})};
};

const placeOf = (end: PartEnd, object: string, linesOf: LinesOf): readonly FindingPlace[] => {
	const found = end.objects.find(({name}) => name === object);
	return found ? [withEnd({file: found.file, line: found.line, column: found.column}, linesOf)] : [];
};

const documentPlace = (
	{file}: GivenDocument,
	end: PartEnd,
	name: string,
	linesOf: LinesOf,
): readonly FindingPlace[] => {
	const own = placeOf(end, name, linesOf);
	return own.length > 0 ? own : [withEnd({file, line: 1, column: 1}, linesOf)];
};

/** Objects that `kubectl apply` cannot apply, or that do not become ready. */
const lacking = (id: string, end: PartEnd, linesOf: LinesOf, isTarget: boolean): readonly Finding[] =>
	end.objects.flatMap(({name, isDone, words, file, line}) => {
		const own = end.observations.filter(
			({object, places: [place], kind}) =>
				kind !== 'remark' && (object === name || (place?.file === file && place.line === line)),
		);
		const observation = own.find(({kind}) => kind === 'refused') ?? own[0];
		const isAssumed = !isTarget && own.length > 0 && own.every((one) => isAssumedOfTarget(entryOfObservation(one).id));
		return isAssumed || (isDone && observation?.kind !== 'refused')
			? []
			: [
					findingOf(entryOf(id), {
						object: name,
						reason: observation?.message ?? words,
						places: placeOf(end, name, linesOf),
					}),
				];
	});

const upgradeFindings = (
	{old, after, back, losses}: Upgraded,
	documents: {readonly old: readonly GivenDocument[]; readonly after: readonly GivenDocument[]},
	linesOf: LinesOf,
	isTarget: boolean,
): readonly Finding[] => {
	const kept = new Set(documents.after.map(identityOf));
	const gone = new Set(
		documents.old
			.filter((document) => !kept.has(identityOf(document)))
			.map(({kind, name}) => `${kind.toLowerCase()} ${name}`),
	);
	return [
		...lacking('W133', old, linesOf, isTarget),
		...losses.map(({client: {document, target}, sent, lost, first}) => {
			const name = [...after.objects, ...old.objects].find(
				(one) => one.kind === 'Service' && one.name.endsWith(`/${document.name}`),
			)?.name;
			return findingOf(entryOf('W130'), {
				object: name ?? `service/${document.name}`,
				reason: `the upgrade loses ${lost} of ${sent} requests to ${target}${first === '' ? '' : `; the first: ${first}`}`,
				places: documentPlace(document, after, name ?? '', linesOf),
			});
		}),
		...old.objects
			.filter(({kind, name}) => gone.has(`${kind.toLowerCase()} ${name.slice(name.lastIndexOf('/') + 1)}`))
			.map(({name}) =>
				findingOf(entryOf('W131'), {
					object: name,
					reason: `the new files lack ${name}: kubectl apply leaves it in the cluster`,
					places: placeOf(old, name, linesOf),
				}),
			),
		...(back
			? lacking('W132', back, linesOf, isTarget).filter(({object}) =>
					old.objects.some(({name, isDone}) => name === object && isDone),
				)
			: []),
	];
};

/** The file without commands that open the debugger: `run` opens only the new files, and does not reach the stop. */
const withoutDebug = ({file, objects, findings}: CheckedFile): CheckedFile => {
	const plain = (finding: Finding): Finding => {
		const {debug: _, ...plainFinding} = finding;
		return plainFinding;
	};
	return {
		file,
		objects: objects.map((object) => ({...object, findings: object.findings.map(plain)})),
		findings: findings.map(plain),
	};
};

/** Files with findings; findings without an object belong to the file. */
const filesWith = (files: readonly CheckedFile[], findings: readonly Finding[]): readonly CheckedFile[] => {
	const names = [
		...new Set([...files.map(({file}) => file), ...findings.flatMap(({places}) => places[0]?.file ?? [])]),
	];
	return names.map((name) => {
		const file = files.find((one) => one.file === name) ?? {file: name, objects: [], findings: []};
		const own = findings.filter(({places}) => places[0]?.file === name);
		return {
			...file,
			objects: file.objects.map((object) => ({
				...object,
				findings: [...object.findings, ...own.filter((one) => one.object === object.name)],
			})),
			findings: [
				...file.findings,
				...own.filter((one) => !file.objects.some(({name: object}) => object === one.object)),
			],
		};
	});
};

/**
Checks an upgrade: applies the old files, waits until they are ready, applies the new files while clients send requests to the Services, and applies the old files again.

@param request its files are the new ones
@param before the old files
*/
export const checkUpgrade = (request: CheckRequest, before: readonly GivenFile[]): Report => {
	const startMs = performance.now();
	const newer = planOf({...request, isWhole: true});
	const older = planOf({...request, files: before, isWhole: true});
	const documents = {
		old: older.parts.flatMap((part) => part.documents),
		after: newer.parts.flatMap((part) => part.documents),
	};
	const linesOf = linesIn([...before, ...request.files]);
	const unread = [...older.files, ...newer.files].flatMap(({file, findings}) =>
		findings.length > 0 ? [{file, objects: [], findings}] : [],
	);
	const isPlayed = documents.old.length > 0 && documents.after.length > 0;
	const upgraded = isPlayed
		? play(request, partOf(older), partOf(newer), clientsOf(documents.old, request.how))
		: undefined;
	const {isTarget = false, language} = request;
	const files = upgraded ? checkedFiles(upgraded.after, documents.after, linesOf).map(withoutDebug) : [];
	const judged = isTarget ? files : files.map((file) => withUnknownTarget(file, documents.after, language));
	const namespaces = newer.parts.flatMap((part) => assumedNamespaces(part, request, newer, documents.old));
	const findings = upgraded
		? [...newer.notes, ...namespaces, ...upgradeFindings(upgraded, documents, linesOf, isTarget)]
		: [];
	return {
		files: filesWith([...judged.map((file) => withVersions(file, newer.versionFindings)), ...unread], findings),
		skipped: request.skipped ?? [],
		isInterrupted: false,
		...(request.isVersionGiven && request.scenario.kubernetesVersion !== undefined
			? {versions: [request.scenario.kubernetesVersion]}
			: {}),
		seconds: (performance.now() - startMs) / 1000,
	};
};
