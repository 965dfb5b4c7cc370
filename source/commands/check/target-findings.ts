import {formatLabelSelector} from '../../objects/labels.js';
import {nestedField} from '../../objects/unstructured.js';
import type {AssumedImage} from './assumed-images.js';
import type {AssumedPool} from './assumed-pools.js';
import type {AssumedTopology} from './assumed-topology.js';
import {closest} from '../../scenario/mistake.js';
import type {Language} from '../../stages/language.js';
import {commandWords} from '../words/words.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf, withEnd, type LinesOf} from './findings.js';
import type {GivenDocument} from './given-documents.js';
import type {CheckedFile, CheckedObject, Finding} from './report.js';
import type {AssumedClass, AssumedServer} from './target-facilities.js';

/** The line of a document that has a word. */
const placeOfWord = ({file, range}: GivenDocument, text: string, word: string | RegExp, linesOf: LinesOf) => {
	const own = text.slice(...range);
	const at = typeof word === 'string' ? own.indexOf(word) : own.search(word);
	const offset = range[0] + Math.max(0, at);
	const before = text.slice(0, offset);
	const column = offset - (before.lastIndexOf('\n') + 1) + 1;
	return withEnd({file, line: before.split('\n').length, column}, linesOf);
};

/** The assumption that a namespace exists. @param by the first document in it @param text of its file @param defined the namespaces that files define */
export const namespaceFinding = (
	name: string,
	by: GivenDocument,
	text: string,
	linesOf: LinesOf,
	defined: readonly string[],
): Finding => {
	const near = closest(name, defined);
	const written = new RegExp(`(?<=[\\s{,"'])namespace["']?:\\s*["']?${name}(?![\\w.-])`);
	return findingOf(entryOf('W101'), {
		object: `namespace/${name}`,
		reason: `no file defines the namespace ${name}: it is assumed to exist${near === undefined ? '' : `; did you mean ${near}?`}`,
		places: [{...placeOfWord(by, text, written, linesOf), field: 'metadata.namespace'}],
	});
};

/** The assumption that a class exists. @param text of the file that names it */
export const classFinding = ({by, kind, name, maker}: AssumedClass, text: string, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W110'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `no file defines the ${kind} ${name}: it is assumed to exist, with ${maker} behind it`,
		places: [placeOfWord(by, text, name, linesOf)],
	});

/** The assumption that a driver is installed. @param text of the file that names it */
export const driverFinding = (by: GivenDocument, name: string, text: string, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W110'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `the volume driver ${name} is assumed to be installed and to create each volume`,
		places: [placeOfWord(by, text, by.kind === 'StorageClass' ? 'provisioner' : name, linesOf)],
	});

/** The assumption that an NFS server answers. @param text of the file that names it */
export const serverFinding = ({by, name}: AssumedServer, text: string, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W110'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `the NFS server ${name} is assumed to answer and to export the folder`,
		places: [placeOfWord(by, text, name, linesOf)],
	});

/** The assumption that nodes have an image. @param text of the file that names it */
export const imageFinding = ({by, name}: AssumedImage, text: string, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W110'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `the image ${name} is assumed to be on the nodes, since imagePullPolicy is Never`,
		places: [placeOfWord(by, text, name, linesOf)],
	});

/** `12 cpu, 80Gi memory, 1 nvidia.com/gpu` */
const amountsText = (requests: Readonly<Record<string, string>>): string =>
	Object.entries(requests)
		.map(([name, amount]) => `${amount} ${name}`)
		.join(', ');

/** The assumption that nodes have the labels that a document requests. @param text of the file that names them */
export const poolFinding = ({by, labels, requests, key}: AssumedPool, text: string, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W110'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `a node ${[
			...(Object.keys(labels).length > 0 ? [`with the labels ${formatLabelSelector({matchLabels: labels})}`] : []),
			...(Object.keys(requests).length > 0 ? [`with room for ${amountsText(requests)}`] : []),
		].join(' and ')} is assumed to exist`,
		places: [placeOfWord(by, text, key, linesOf)],
	});

/** The assumption that nodes are in zones or regions. */
export const topologyFinding = ({by, key}: AssumedTopology, text: string, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W110'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: `nodes are assumed to have the label ${key}`,
		places: [placeOfWord(by, text, key, linesOf)],
	});

/** The assumption that nodes enforce AppArmor. @param text of the file that asks for it */
export const armorFinding = (by: GivenDocument, text: string, linesOf: LinesOf): Finding =>
	findingOf(entryOf('W110'), {
		object: `${by.kind.toLowerCase()}/${by.name}`,
		reason: 'nodes are assumed to enforce AppArmor, and to have the profiles that Pods name',
		places: [
			placeOfWord(
				by,
				text,
				text.slice(...by.range).includes('appArmorProfile') ? 'appArmorProfile' : 'apparmor',
				linesOf,
			),
		],
	});

/** Findings about load balancers and metrics, which a target that nothing describes is assumed to have: the words of the assumption. */
const assumedOfTarget: ReadonlyMap<string, (words: ReturnType<typeof commandWords>['check']) => string> = new Map([
	['W071', (words) => words.assumedBalancer],
	['W078', (words) => words.assumedMetrics],
]);

/** Whether the number of a finding is one that is only assumed where nothing describes the target. */
export const isAssumedOfTarget = (id: string): boolean => assumedOfTarget.has(id);

/** Load balancers and metrics that many clusters have, and the default class of an Ingress: only the target decides. */
const decidedByTarget = (
	finding: Finding,
	object: CheckedObject,
	documents: readonly GivenDocument[],
	language: Language,
): Finding => {
	const assumed = assumedOfTarget.get(finding.id);
	if (assumed) {
		return {...finding, severity: 'assumed', reason: assumed(commandWords(language).check), advice: []};
	}

	if (finding.id !== 'W072') {
		return finding;
	}

	const document = documents.find(
		({file, kind, name}) => file === object.file && kind === 'Ingress' && object.name.endsWith(`/${name}`),
	);
	return document && nestedField(document.value, 'spec', 'ingressClassName') === undefined
		? {...finding, severity: 'warning', fixes: []}
		: finding;
};

/** An object whose only findings are assumptions works. */
const withoutDoubt = (object: CheckedObject): CheckedObject =>
	object.healthyWords !== undefined &&
	object.findings.length > 0 &&
	object.findings.every(({severity}) => severity === 'assumed')
		? {...object, isDone: true, words: object.healthyWords}
		: object;

/** A file as it is judged where nothing describes the target. */
export const withUnknownTarget = (
	file: CheckedFile,
	documents: readonly GivenDocument[],
	language: Language,
): CheckedFile => ({
	...file,
	objects: file.objects.map((object) =>
		withoutDoubt({
			...object,
			findings: object.findings.map((finding) => decidedByTarget(finding, object, documents, language)),
		}),
	),
});
