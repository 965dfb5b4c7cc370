import {minorIn, simulatedMinor} from '../../objects/versions/kubernetes-version.js';
import {madeSecrets, mentions, secretFinding, secretText, type MadeSecret} from './custom-makers.js';
import {isBeyondSimulated, versionFindings} from './version-findings.js';
import {assumedPools, type AssumedPool} from './assumed-pools.js';
import {assumedTopology, type AssumedTopology} from './assumed-topology.js';
import {needsArmor} from './assumed-armor.js';
import {assumedImages, type AssumedImage} from './assumed-images.js';
import {
	armorFinding,
	classFinding,
	driverFinding,
	imageFinding,
	poolFinding,
	serverFinding,
	topologyFinding,
} from './target-findings.js';
import {
	assumedClasses,
	assumedDrivers,
	assumedServers,
	assumedOf,
	classText,
	namesClass,
	type AssumedClass,
} from './target-facilities.js';
import {canBeCustom, missingSchema} from './missing-schemas.js';
import {resourceOfKind, groupVersionOf} from '../../objects/resources.js';
import {withEnd, type LinesOf} from './findings.js';
import {nestedString} from '../../objects/unstructured.js';
import {identityOf, objectsIn, onlyDocuments, type Excerpt, type GivenDocument} from './given-documents.js';
import type {GivenFile} from './given-files.js';
import {inInstallOrder} from './install-order.js';
import {nearest, Needs} from './needs.js';
import {packed, partsOf, type Part} from './parts.js';
import {linesIn, readGiven, withoutMark, type ReadFile} from './read-given.js';
import type {Finding} from './report.js';
import type {CheckRequest} from './request.js';
import type {PartTexts} from './part-end.js';
import {mostStopsOfCopies} from '../../diagnosis/remedies.js';
import type {HowToApply, WorldJob} from './world.js';

/** Whether the kind needs a CustomResourceDefinition that no file has; for a List, whether this holds for all items. */
const lacksSchema = (document: GivenDocument, needs: Needs): boolean => {
	const objects = objectsIn(document);
	return (
		objects.length > 0 &&
		objects.every(
			(one) =>
				one.apiVersion !== '' &&
				one.kind !== '' &&
				canBeCustom(groupVersionOf(one.apiVersion).group, one.kind) &&
				resourceOfKind(one.apiVersion, one.kind) === undefined &&
				needs.definitionsOf(one).length === 0,
		)
	);
};

/** Whether a document is a definition of a kind, or a List of such alone. */
const isDefinition = (document: GivenDocument): boolean => {
	const objects = objectsIn(document);
	return objects.length > 0 && objects.every(({kind}) => kind === 'CustomResourceDefinition');
};

const place = ({file, range}: GivenDocument, text: string, linesOf: LinesOf) => {
	const own = text.slice(...range);
	const before = text.slice(0, range[0] + (/^(?:---.*\n|\s*#.*\n|\s*\n)*/.exec(own)?.[0].length ?? 0));
	const line = before.split('\n').length;
	return withEnd({file, line, column: 1}, linesOf);
};

const alwaysThere = new Set(['', 'default', 'kube-system', 'kube-public', 'kube-node-lease']);

/** Namespaces that a part uses, and that nothing in it defines. */
export const missingNamespaces = ({documents, context}: Part, {namespace = ''}: HowToApply): readonly string[] => {
	const all = [...documents, ...context].flatMap(objectsIn);
	const defined = new Set(all.flatMap(({kind, name}) => (kind === 'Namespace' ? [name] : [])));
	return [...new Set([namespace, ...all.map((document) => document.namespace)])].filter(
		(name) => !alwaysThere.has(name) && !defined.has(name) && /^[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?$/.test(name),
	);
};

const namespaceText = (name: string): string => `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n`;

/** A name that `kubectl -f` reads as one: a comma would split it. */
const nameForKubectl = (file: string): string => {
	const safe = file.replaceAll(/[,"'\\$`]|^-/g, '_');
	return safe === file ? file : `${safe}#alias`;
};

/** Makes the input of a thread from parts. */
class Texts {
	readonly #texts: ReadonlyMap<string, string>;

	constructor(
		readonly request: CheckRequest,
		files: readonly GivenFile[],
	) {
		this.#texts = new Map(files.map(({file, text}) => [file, withoutMark(text)]));
	}

	#piece(documents: readonly GivenDocument[]): Excerpt {
		return onlyDocuments(this.#texts.get(documents[0]?.file ?? '') ?? '', documents);
	}

	/** Each document alone: their order does not matter. */
	#single(documents: readonly GivenDocument[]): Readonly<Record<string, string>> {
		return Object.fromEntries(
			documents.map(({file, index, range}) => [
				`${nameForKubectl(file)}#${index + 1}`,
				(this.#texts.get(file) ?? '').slice(...range),
			]),
		);
	}

	/** Documents in the order in which they are applied: neighbours of one file stay together. */
	#pieces(documents: readonly GivenDocument[]): ReadonlyArray<readonly [GivenDocument, ...GivenDocument[]]> {
		const pieces: Array<[GivenDocument, ...GivenDocument[]]> = [];
		for (const document of this.request.inOrder ? documents : inInstallOrder(documents)) {
			const last = pieces.at(-1);
			if (last && last[0].file === document.file && (last.at(-1)?.index ?? 0) < document.index) {
				last.push(document);
			} else {
				pieces.push([document]);
			}
		}

		return pieces;
	}

	/** The objects that a part gives to a cluster. */
	of(
		part: Part,
		definitions: readonly GivenDocument[],
		secrets: readonly MadeSecret[],
		classes: readonly AssumedClass[],
	): PartTexts {
		const {how, isTarget, inOrder, scenario} = this.request;
		const files: Record<string, string> = {};
		const fileOf: Record<string, string> = {};
		const linesBefore: Record<string, number> = {};
		for (const [index, piece] of this.#pieces(part.documents).entries()) {
			const [{file}] = piece;
			const plain = nameForKubectl(file);
			const name = Object.hasOwn(files, plain) ? `${plain}#part${index + 1}` : plain;
			const excerpt = this.#piece(piece);
			files[name] = excerpt.text;
			linesBefore[name] = excerpt.linesBefore;
			if (name !== file) {
				fileOf[name] = file;
			}
		}

		const isEarly = (document: GivenDocument): boolean => document.kind === 'Namespace' || isDefinition(document);
		const made = {
			...(isTarget
				? {}
				: Object.fromEntries(
						missingNamespaces(part, how).map((name) => [`namespace-${name}.yaml`, namespaceText(name)]),
					)),
			...(secrets.length === 0
				? {}
				: this.#single([...part.documents, ...part.context].filter(({kind}) => kind === 'Namespace'))),
			...Object.fromEntries(
				secrets.map((secret) => [`secret-${secret.namespace}-${secret.name}.json`, secretText(secret)]),
			),
			...Object.fromEntries(classes.map((one) => [`${one.kind}-${one.name}.json`, classText(one)])),
		};
		return {
			definitions: {
				...made,
				...this.#single([...definitions, ...part.context].filter(isEarly)),
				...(inOrder ? {} : this.#single(part.documents.filter(isDefinition))),
			},
			made,
			context: this.#single([...definitions, ...part.context].filter((document) => !isEarly(document))),
			files,
			fileOf,
			linesBefore,
			...(isTarget ? {} : {assumed: assumedOf([...part.documents, ...part.context], classes, scenario)}),
		};
	}
}

/** The plan of a check, before anything is simulated. */
export interface Plan {
	readonly files: readonly ReadFile[];
	readonly parts: readonly Part[];
	readonly worlds: ReadonlyArray<readonly Part[]>;
	/** Findings of documents that are not given to a cluster. */
	readonly notes: readonly Finding[];
	/** Findings about differences of the target's version of Kubernetes. */
	readonly versionFindings: readonly Finding[];
	/** All documents, those too that are in no part. */
	readonly documents: readonly GivenDocument[];
	readonly linesOf: LinesOf;
	/** The text of a file, without the mark that some editors put before it. */
	readonly textOf: (file: string) => string;
	readonly jobs: readonly WorldJob[];
}

/** Whatever a target is assumed to have beyond the scenario. */
interface BeyondScenario {
	readonly made: readonly MadeSecret[];
	readonly classes: readonly AssumedClass[];
	readonly drivers: ReturnType<typeof assumedDrivers>;
	readonly servers: ReturnType<typeof assumedServers>;
	readonly pools: readonly AssumedPool[];
	readonly topology: readonly AssumedTopology[];
	/** The document that needs nodes which enforce AppArmor. */
	readonly armored: GivenDocument | undefined;
	readonly images: readonly AssumedImage[];
}

const assumptions = (
	{made, classes, drivers, servers, pools, topology, armored, images}: BeyondScenario,
	textOf: (file: string) => string,
	linesOf: LinesOf,
): readonly Finding[] => [
	...made.map((secret) => secretFinding(secret, place(secret.by, textOf(secret.by.file), linesOf).line, linesOf)),
	...classes.map((one) => classFinding(one, textOf(one.by.file), linesOf)),
	...drivers
		.filter(({name}) => !classes.some(({maker}) => maker === name))
		.map(({by, name}) => driverFinding(by, name, textOf(by.file), linesOf)),
	...pools.map((one) => poolFinding(one, textOf(one.by.file), linesOf)),
	...servers.map((one) => serverFinding(one, textOf(one.by.file), linesOf)),
	...topology.map((one) => topologyFinding(one, textOf(one.by.file), linesOf)),
	...(armored ? [armorFinding(armored, textOf(armored.file), linesOf)] : []),
	...images.map((one) => imageFinding(one, textOf(one.by.file), linesOf)),
];

/** The notes on the objects of a document whose kinds no file defines. */
const unchecked = (document: GivenDocument, text: string, linesOf: LinesOf): readonly Finding[] =>
	objectsIn(document).map(({kind, name, apiVersion}) =>
		missingSchema(kind, apiVersion, {
			object: `${kind.toLowerCase()}/${name}`,
			places: [place(document, text, linesOf)],
		}),
	);

/** Of more parts, the tests of fixes share the budget that a single run has: about 20 s. */
const mostUnlimited = 20;

/** Reads the files, and decides which files are checked together. */
export const planOf = (request: CheckRequest): Plan => {
	const {definitions = [], policies = [], scenario, how, isTarget, language, mostStops, forMs} = request;
	const given = [...request.files, ...definitions, ...policies];
	const linesOf = linesIn(given);
	const files = request.files.map((file) => readGiven(file, linesOf));
	const read = (ones: readonly GivenFile[]) => ones.flatMap((file) => readGiven(file, linesOf).documents);
	const kinds = read(definitions).filter(isDefinition);
	const all = files.flatMap(({documents}) => documents);
	const needs = new Needs([...all, ...kinds], how.namespace ?? 'default');
	const lacking = new Set(request.ignoresMissingSchemas ? all.filter((document) => lacksSchema(document, needs)) : []);
	const minor = request.isVersionGiven ? (minorIn(scenario.kubernetesVersion ?? '') ?? simulatedMinor) : undefined;
	const documents = all.filter((document) => !lacking.has(document) && !isBeyondSimulated(minor, document));
	const textOf = (file: string): string => withoutMark(given.find((one) => one.file === file)?.text ?? '');
	const isWhole = (isTarget ?? false) || (request.isWhole ?? false) || policies.length > 0;
	const separate = (): readonly Part[] =>
		documents.length === 0 ? [] : partsOf(documents, how.namespace ?? 'default');
	const parts = isWhole && documents.length > 0 ? [{documents, context: []}] : separate();
	const made = (isTarget ? [] : madeSecrets(all, how.namespace ?? 'default')).filter(({by, name}) =>
		all.some((document) => document !== by && mentions(document.value, name)),
	);
	const classes = isTarget ? [] : assumedClasses(all);
	const drivers = isTarget ? [] : assumedDrivers(all, classes, scenario);
	const pools = isTarget ? [] : assumedPools(all, scenario);
	const servers = isTarget ? [] : assumedServers(all, scenario);
	const topology = isTarget ? [] : assumedTopology(all, scenario);
	const armored = isTarget ? undefined : needsArmor(all, scenario);
	const images = isTarget ? [] : assumedImages(all);
	// A check that will be repeated separates the constant part from the changing one.
	const worlds = request.played ? parts.map((part) => [part]) : packed(parts);
	// A check that will be repeated tests the fixes of what has changed, and nothing else.
	const isMany = parts.length > mostUnlimited && !request.played;
	const texts = new Texts(request, given);
	const rules = read(policies);
	return {
		files,
		parts,
		worlds,
		linesOf,
		textOf,
		documents: all,
		notes: [
			...assumptions({made, classes, drivers, servers, pools, topology, armored, images}, textOf, linesOf),
			...[...lacking].flatMap((document) => unchecked(document, textOf(document.file), linesOf)),
		],
		versionFindings:
			minor === undefined
				? []
				: all.flatMap((document) => versionFindings(minor, document, textOf(document.file), linesOf)),
		jobs: worlds.map((world) => ({
			scenario,
			how,
			language,
			...(mostStops === undefined ? {} : {mostStops}),
			...(forMs === undefined ? {} : {forMs}),
			...(isMany ? {stopsOfFixes: Math.ceil(mostStopsOfCopies / worlds.length)} : {}),
			parts: world.map((part) => {
				return texts.of(
					part,
					[...definitionsFor(part, kinds), ...rules],
					made.filter(({name}) =>
						part.documents.some(({kind, value}) => kind !== 'Certificate' && mentions(value, name)),
					),
					classes.filter((one) => [...part.documents, ...part.context].some((document) => namesClass(document, one))),
				);
			}),
		})),
	};
};

/** Whether a definition is of a kind that is used. */
const definesOneOf = (definition: unknown, kinds: ReadonlySet<string>): boolean =>
	kinds.has(nestedString(definition, 'spec', 'names', 'kind') ?? '');

/** The definitions of the kinds that a part uses and does not define: of several of one kind, the nearest. */
const definitionsFor = (
	{documents, context}: Part,
	definitions: readonly GivenDocument[],
): readonly GivenDocument[] => {
	const used = new Set(documents.flatMap(objectsIn).map(({kind}) => kind));
	const known = new Set([...documents, ...context].flatMap(objectsIn).map(identityOf));
	return nearest(
		definitions.filter((document) =>
			objectsIn(document).some((one) => definesOneOf(one.value, used) && !known.has(identityOf(one))),
		),
		documents[0]?.file ?? '',
	);
};
