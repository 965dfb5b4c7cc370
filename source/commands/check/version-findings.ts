import {readManifests} from '../../go/yaml/yaml.js';
import {isRecord} from '../../kernel/record.js';
import {nestedField, nestedString} from '../../objects/unstructured.js';
import {changedFields, pathText, type FieldChange} from '../../objects/versions/fields.js';
import {simulatedMinor, versionText} from '../../objects/versions/kubernetes-version.js';
import {gateStage, lifecycleOf, servedInstead, standingOf, type Standing} from '../../objects/versions/served.js';
import {changedBehaviour} from '../../objects/versions/changed-behaviour.js';
import {concernedBy} from './changed-documents.js';
import {entryOf} from './catalogue/catalogue.js';
import {findingOf, withEnd, type LinesOf} from './findings.js';
import type {GivenDocument} from './given-documents.js';
import type {CheckedFile, CheckedObject, Finding} from './report.js';

/** An object of a document: itself, or an item of a List. */
interface Item {
	readonly value: unknown;
	readonly apiVersion: string;
	readonly kind: string;
	readonly path: ReadonlyArray<string | number>;
}

const itemsOf = ({value}: Pick<GivenDocument, 'value'>): readonly Item[] => {
	const items = nestedString(value, 'kind') === 'List' ? nestedField(value, 'items') : undefined;
	const found = Array.isArray(items)
		? items.map((item: unknown, index) => ({value: item, path: ['items', index]}))
		: [{value, path: []}];
	return found.map((one) => ({
		...one,
		apiVersion: nestedString(one.value, 'apiVersion') ?? '',
		kind: nestedString(one.value, 'kind') ?? '',
	}));
};

const release = (minor: number): string => `Kubernetes ${versionText(minor)}`;

/** Why a version does not serve a kind; `undefined` where it does, or where no release knows the kind. */
const notServed = (apiVersion: string, kind: string, standing: Standing): string | undefined => {
	const what = `${kind} of ${apiVersion}`;
	switch (standing.is) {
		case 'later': {
			return standing.isOn
				? `${what} is served only from ${release(standing.since)} on`
				: `${what} exists from ${release(standing.since)} on, but is off by default`;
		}

		case 'off': {
			return `${what} is off by default: kube-apiserver serves it with --runtime-config=${apiVersion}=true`;
		}

		case 'gone': {
			return `${what} is no longer served as of ${release(standing.since)}`;
		}

		default: {
			return undefined;
		}
	}
};

/** The kind to write in place of another. */
const insteadOf = (minor: number, apiVersion: string, kind: string): readonly string[] => {
	const {replacement} = lifecycleOf(apiVersion, kind) ?? {};
	const [version = '', name = ''] = replacement?.split(' ') ?? [];
	const other =
		replacement !== undefined && standingOf(minor, version, name).is === 'served'
			? replacement
			: servedInstead(minor, apiVersion, kind);
	const [served = '', servedKind = ''] = other?.split(' ') ?? [];
	return other === undefined ? [] : [`${release(minor)} serves ${servedKind} of ${served}.`];
};

/** The words about a field, with the number of the finding. */
const fieldWords = (minor: number, change: FieldChange): readonly [id: string, words: string] => {
	const field = pathText(change.path);
	switch (change.is) {
		case 'unknown': {
			const [from, to] = change.versions;
			return [
				'W105',
				minor < from
					? `${field} is an unknown field before ${release(from)}`
					: `${field} has been an unknown field since ${release(to + 1)}`,
			];
		}

		case 'no value': {
			const [from, to] = change.versions;
			return [
				'W105',
				minor < from
					? `${field}: the value ${change.value} was added in ${release(from)}`
					: `${field}: the value ${change.value} is no longer supported as of ${release(to + 1)}`,
			];
		}

		case 'refused': {
			const stage = gateStage(minor, change.gate)?.toLowerCase();
			return [
				'W105',
				`${field} needs the feature gate ${change.gate}, which ${stage === undefined ? `${release(minor)} does not have` : `is off by default (${stage})`}: the apiserver refuses the value`,
			];
		}

		case 'off': {
			const stage = gateStage(minor, change.gate)?.toLowerCase();
			return [
				'W107',
				`${field} needs the feature gate ${change.gate}, which is off by default${stage === undefined ? '' : ` (${stage})`}: the apiserver does not keep the field`,
			];
		}
	}
};

/** Whether the simulation follows the gate of a change of behaviour. */
const isFollowed = (change: FieldChange): boolean =>
	'gate' in change && Object.values(changedBehaviour).some((one) => 'gate' in one && one.gate === change.gate);

/** The fields and values that a version has and the simulated one has not. */
const beyondSimulated = (minor: number, {apiVersion, kind, value}: Item): readonly FieldChange[] =>
	minor === simulatedMinor
		? []
		: changedFields(simulatedMinor, apiVersion, kind, value).filter(
				(change) =>
					change.is !== 'off' &&
					!isFollowed(change) &&
					!changedFields(minor, apiVersion, kind, value).some(({path}) => pathText(path) === pathText(change.path)),
			);

/** Whether a version accepts a document that the simulated one refuses: it cannot be played. */
export const isBeyondSimulated = (minor: number | undefined, document: GivenDocument): boolean =>
	minor !== undefined &&
	itemsOf(document).some(
		(item) =>
			(standingOf(minor, item.apiVersion, item.kind).is === 'served' &&
				standingOf(simulatedMinor, item.apiVersion, item.kind).is !== 'served') ||
			beyondSimulated(minor, item).some(({is}) => is !== 'unknown'),
	);

type Told = readonly [id: string, words: string, path: ReadonlyArray<string | number>, advice: readonly string[]];

const toldOf = (minor: number, item: Item): readonly Told[] => {
	const {apiVersion, kind, value} = item;
	const standing = standingOf(minor, apiVersion, kind);
	const why = notServed(apiVersion, kind, standing);
	if (why !== undefined) {
		return [['W104', why, ['apiVersion'], insteadOf(minor, apiVersion, kind)]];
	}

	const {deprecated, removed} = lifecycleOf(apiVersion, kind) ?? {};
	const beyond = beyondSimulated(minor, item);
	const isKnown = standing.is !== 'served' || standingOf(simulatedMinor, apiVersion, kind).is === 'served';
	return [
		...(deprecated !== undefined && deprecated <= minor
			? [
					[
						'W106',
						`${kind} of ${apiVersion} has been deprecated since ${release(deprecated)}${removed === undefined ? '' : `, and is removed in ${release(removed)}`}`,
						['apiVersion'],
						insteadOf(minor, apiVersion, kind),
					] as const,
				]
			: []),
		...(isKnown
			? []
			: [['W108', `${kind} of ${apiVersion} is not simulated: it is not checked`, ['apiVersion'], []] as const]),
		...(isKnown ? beyond : []).map(
			(change) =>
				[
					'W108',
					`${pathText(change.path)}: ${release(simulatedMinor)} does not accept it, so ${change.is === 'unknown' ? 'its effect is not simulated' : 'the object is not checked'}`,
					change.path,
					[],
				] as const,
		),
		...concernedBy(minor, kind, value).map(({says, path}) => ['W112', `${release(minor)}: ${says}`, path, []] as const),
		...changedFields(minor, apiVersion, kind, value).map((change) => {
			const [id, words] = fieldWords(minor, change);
			return [id, words, change.path, []] as const;
		}),
	];
};

/**
Findings about a document in a version of Kubernetes: kinds that it does not serve, fields and values that it does not have, fields whose feature gate is off, deprecated kinds.

@param minor of that version
@param text of the document's file
*/
export const versionFindings = (
	minor: number,
	document: GivenDocument,
	text: string,
	linesOf: LinesOf,
): readonly Finding[] => {
	const told = itemsOf(document).flatMap((item) =>
		toldOf(minor, item).map(([id, words, path, advice]) => ({id, words, advice, path: [...item.path, ...path], item})),
	);
	if (told.length === 0) {
		return [];
	}

	const {positionOf} = readManifests(text, document.file).documents[document.index] ?? {};
	return told.map(({id, words, advice, path, item}) => {
		const {line, column} = positionOf?.(path) ?? {line: 1, column: 1};
		const name = isRecord(item.value) ? (nestedString(item.value, 'metadata', 'name') ?? '') : '';
		return findingOf(entryOf(id), {
			object: `${item.kind.toLowerCase()}/${name}`,
			reason: words,
			advice,
			places: [withEnd({file: document.file, line, column, field: pathText(path)}, linesOf)],
		});
	});
};

/** Whether a finding about the version says more than these words of the apiserver. */
const isSaid = ({id, reason, places}: Finding, about: readonly Finding[]): boolean =>
	(id === 'W010' && about.some((one) => one.id === 'W104')) ||
	(id === 'W014' &&
		about.some((one) => one.id === 'W105' && places.some(({field}) => field === one.places[0]?.field))) ||
	(id === 'W011' &&
		about.some((one) => one.id === 'W105') &&
		[...reason.matchAll(/unknown field "([^"]+)"|\.(\S+): field not declared/g)].every(([, strict, applied]) =>
			about.some((one) => one.id === 'W105' && one.places[0]?.field?.endsWith(strict ?? applied ?? '')),
		));

/** An object with the findings about its version. */
const objectWith = (object: CheckedObject, about: readonly Finding[]): CheckedObject =>
	about.length === 0
		? object
		: {
				...object,
				findings: [
					...about.map((finding) => ({...finding, object: object.name})),
					...object.findings.filter((finding) => !isSaid(finding, about)),
				],
			};

/** A file whose objects have the findings about their version; findings without an object stay with the file. */
export const withVersions = (file: CheckedFile, found: readonly Finding[]): CheckedFile => {
	const own = found.filter(({places}) => places[0]?.file === file.file);
	const lines = file.objects.map(({line}) => line);
	const objectAt = ({places}: Finding): number => lines.findLastIndex((line) => line <= (places[0]?.line ?? 0));
	return {
		...file,
		objects: file.objects.map((object, index) =>
			objectWith(
				object,
				own.filter(
					(finding) => objectAt(finding) === index && finding.object.split('/')[0] === object.kind.toLowerCase(),
				),
			),
		),
		findings: [
			...file.findings,
			...own.filter((finding) => {
				const object = file.objects[objectAt(finding)];
				return !object || finding.object.split('/')[0] !== object.kind.toLowerCase();
			}),
		],
	};
};
