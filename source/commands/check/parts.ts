import path from 'node:path';
import {getOrInsert} from '../../kernel/get-or-insert.js';
import {cpuMillis, isQuantity} from '../../objects/quantity.js';
import {nestedField, nestedNumber, nestedSlice, nestedString} from '../../objects/unstructured.js';
import {identityOf, objectsIn, type GivenDocument} from './given-documents.js';
import {piecesOf} from './large-files.js';
import {nearest, Needs} from './needs.js';

/** Documents that belong together, and the parts of other files that they need. */
export interface Part {
	readonly documents: readonly GivenDocument[];
	/** Documents of other parts that these refer to: applied to the cluster first, and judged in their own parts. */
	readonly context: readonly GivenDocument[];
}

const mostContext = 200;

/** The kinds that other folders are searched for by name. A workload is added together with the Service or autoscaler that refers to it. */
const withPods = new Set([
	'Pod',
	'Deployment',
	'StatefulSet',
	'DaemonSet',
	'ReplicaSet',
	'ReplicationController',
	'Job',
	'CronJob',
]);
const leadsToPods = new Set(['Service', 'PodDisruptionBudget', 'HorizontalPodAutoscaler']);

/** Kinds that no object refers to: one of their names in a text means another object. */
const unneeded = new Set(['Ingress', 'HorizontalPodAutoscaler', 'PodDisruptionBudget']);

const governs = new Set(['NetworkPolicy', 'ResourceQuota', 'LimitRange']);

/** Whether a document of another folder is added. Rules for the default namespace of an example stay in that example. */
const comesAlong = (document: GivenDocument, other: GivenDocument): boolean => {
	if (withPods.has(other.kind)) {
		return leadsToPods.has(document.kind);
	}

	if (governs.has(other.kind)) {
		return other.namespace !== '';
	}

	return !unneeded.has(other.kind) && !/^(?:Validating|Mutating)/.test(other.kind);
};

/** Pieces of files that are joined as long as no object is defined twice. */
class Groups {
	readonly #group = new Map<GivenDocument, {documents: Set<GivenDocument>; identities: Set<string>}>();

	constructor(pieces: ReadonlyArray<readonly GivenDocument[]>) {
		for (const documents of pieces) {
			const group = {documents: new Set(documents), identities: new Set(documents.flatMap(objectsIn).map(identityOf))};
			for (const document of documents) {
				this.#group.set(document, group);
			}
		}
	}

	join(one: GivenDocument, other: GivenDocument): void {
		const [to, from] = [this.#group.get(one), this.#group.get(other)];
		if (!to || !from || to === from || [...from.identities].some((identity) => to.identities.has(identity))) {
			return;
		}

		for (const document of from.documents) {
			to.documents.add(document);
			this.#group.set(document, to);
		}

		for (const identity of from.identities) {
			to.identities.add(identity);
		}
	}

	all(): ReadonlyArray<ReadonlySet<GivenDocument>> {
		return [...new Set([...this.#group.values()].map(({documents}) => documents))];
	}
}

const byFile = (documents: readonly GivenDocument[]): ReadonlyMap<string, readonly GivenDocument[]> => {
	const files = new Map<string, GivenDocument[]>();
	for (const document of documents) {
		getOrInsert(files, document.file, () => []).push(document);
	}

	return files;
};

/** All that documents need and do not have among themselves; of several that define one object, the nearest. */
const contextOf = (
	own: readonly GivenDocument[],
	needs: (document: GivenDocument) => readonly GivenDocument[],
): readonly GivenDocument[] => {
	const known = new Set(own.map(identityOf));
	const context: GivenDocument[] = [];
	const queue = [...own];
	for (let document = queue.shift(); document && context.length < mostContext; document = queue.shift()) {
		const from = document;
		for (const other of nearest(
			needs(from).filter((one) => comesAlong(from, one)),
			from.file,
		)) {
			const identity = identityOf(other);
			if (!known.has(identity)) {
				known.add(identity);
				context.push(other);
				queue.push(other);
			}
		}
	}

	return context;
};

/**
Cuts documents into parts that can be checked separately: files of a folder that refer to each other are one part, and documents that they
need from other folders are added.
Files that define the same object are alternatives: they are never in one part.
*/
export const partsOf = (documents: readonly GivenDocument[], defaultNamespace: string): readonly Part[] => {
	const finder = new Needs(documents, defaultNamespace);
	const found = new Map<GivenDocument, readonly GivenDocument[]>();
	const needs = (document: GivenDocument) => getOrInsert(found, document, () => finder.of(document));
	const pieces = [...byFile(documents).values()].map((own) => piecesOf(own, needs));
	const groups = new Groups(pieces.flat());
	const whole = new Set(pieces.flatMap(([own = [], ...others]) => (others.length === 0 ? own : [])));
	for (const document of whole) {
		for (const other of needs(document)) {
			if (whole.has(other) && path.dirname(other.file) === path.dirname(document.file)) {
				groups.join(document, other);
			}
		}
	}

	const order = new Map(documents.map((document, index) => [document, index]));
	return groups.all().map((group) => {
		const own = [...group].sort((a, b) => (order.get(a) ?? 0) - (order.get(b) ?? 0));
		return {documents: own, context: contextOf(own, needs)};
	});
};

/** The approximate number of Pods that a document makes, and their requests in thousandths of a CPU. */
const weightOf = ({kind, value}: GivenDocument): {readonly pods: number; readonly cpuMillis: number} => {
	if (!withPods.has(kind)) {
		return {pods: 0, cpuMillis: 0};
	}

	const template =
		kind === 'Pod'
			? value
			: (nestedField(value, 'spec', 'jobTemplate', 'spec', 'template') ?? nestedField(value, 'spec', 'template'));
	const pods =
		kind === 'DaemonSet'
			? 3
			: (nestedNumber(value, 'spec', 'replicas') ?? nestedNumber(value, 'spec', 'completions') ?? 1);
	const cpus = nestedSlice(template, 'spec', 'containers').map((container) => {
		const cpu =
			nestedField(container, 'resources', 'requests', 'cpu') ?? nestedField(container, 'resources', 'limits', 'cpu');
		const text = String(cpu ?? '0');
		return isQuantity(text) ? cpuMillis(text) : 0;
	});
	return {pods, cpuMillis: pods * cpus.reduce((sum, one) => sum + one, 0)};
};

const mostPods = 34;
const mostMillis = 3000;
const mostDocuments = 80;

/** Whether a part acts on a whole cluster or namespace, and is therefore checked without other parts. */
const standsAlone = ({documents, context}: Part): boolean =>
	[...documents, ...context].some(({kind}) => governs.has(kind) || /^(?:Validating|Mutating)/.test(kind)) ||
	documents.some(({kind, value}) => kind === 'Namespace' && nestedString(value, 'metadata', 'name') === 'default');

interface Pack {
	readonly parts: Part[];
	readonly documents: Map<string, GivenDocument>;
	pods: number;
	cpuMillis: number;
}

const fits = (
	{documents, pods, cpuMillis, parts}: Pack,
	part: Part,
	weight: {pods: number; cpuMillis: number},
): boolean =>
	parts.every((one) => !standsAlone(one)) &&
	pods + weight.pods <= mostPods &&
	cpuMillis + weight.cpuMillis <= mostMillis &&
	documents.size + part.documents.length + part.context.length <= mostDocuments &&
	[...part.documents, ...part.context].every((document) => {
		const known = documents.get(identityOf(document));
		return known === undefined || (known === document && !part.documents.includes(document));
	});

/** Parts that share a world: starting one costs as much as running several small parts. They keep their order. */
export const packed = (parts: readonly Part[]): ReadonlyArray<readonly Part[]> => {
	const packs: Pack[] = [];
	for (const part of parts) {
		const weights = [...part.documents, ...part.context].map(weightOf);
		const weight = {
			pods: weights.reduce((sum, {pods}) => sum + pods, 0),
			cpuMillis: weights.reduce((sum, {cpuMillis}) => sum + cpuMillis, 0),
		};
		let pack = packs.at(-1);
		if (!pack || standsAlone(part) || !fits(pack, part, weight)) {
			pack = {parts: [], documents: new Map(), pods: 0, cpuMillis: 0};
			packs.push(pack);
		}

		pack.parts.push(part);
		pack.pods += weight.pods;
		pack.cpuMillis += weight.cpuMillis;
		for (const document of [...part.documents, ...part.context]) {
			pack.documents.set(identityOf(document), document);
		}
	}

	return packs.map(({parts}) => parts);
};
