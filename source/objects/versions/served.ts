import {apiFacts, apiGroups, type DiscoveredGroup, type DiscoveryDocument} from '../facts.js';
import {memoised} from '../../kernel/memoised.js';
import {apiVersionOf} from '../resources.js';
import {versionFacts, type LifecycleFacts, type MinorRange} from './facts.js';
import {simulatedMinor} from './kubernetes-version.js';

const isIn = (minor: number, range: MinorRange | undefined): boolean =>
	range !== undefined && range[0] <= minor && minor <= range[1];

/** The status of a kind in a version of Kubernetes. */
export type Standing =
	| {readonly is: 'served'}
	/** The version serves it only with `--runtime-config` of kube-apiserver. */
	| {readonly is: 'off'}
	/** A later minor version serves it, without `--runtime-config` if `isOn`. */
	| {readonly is: 'later'; readonly since: number; readonly isOn: boolean}
	/** It was removed in that minor version. */
	| {readonly is: 'gone'; readonly since: number}
	/** No release in the facts has it. */
	| {readonly is: 'unknown'};

/** Whether a default apiserver of a version serves the kind: `apps/v1`, `Deployment`. */
export const standingOf = (minor: number, apiVersion: string, kind: string): Standing => {
	const {kinds} = versionFacts();
	const word = `${apiVersion} ${kind}`;
	const facts = Object.hasOwn(kinds, word) ? kinds[word] : undefined;
	if (!facts) {
		const {removed} = lifecycleOf(apiVersion, kind) ?? {};
		return removed === undefined || minor < removed ? {is: 'unknown'} : {is: 'gone', since: removed};
	}

	const {known, served} = facts;
	if (isIn(minor, served)) {
		return {is: 'served'};
	}

	if (isIn(minor, known)) {
		return {is: 'off'};
	}

	if (minor < known[0]) {
		return {is: 'later', since: served?.[0] ?? known[0], isOn: served !== undefined};
	}

	return {is: 'gone', since: known[1] + 1};
};

/** The versions in which a kind was introduced, deprecated and removed, and its replacement; `undefined` for kinds that are not built in. */
export const lifecycleOf = (apiVersion: string, kind: string): LifecycleFacts | undefined => {
	const {lifecycles} = versionFacts();
	const word = `${apiVersion} ${kind}`;
	return Object.hasOwn(lifecycles, word) ? lifecycles[word] : undefined;
};

/** The API version that a default apiserver of a version serves for a kind of a group: `resource.k8s.io/v1beta1` of `resource.k8s.io` at 1.37 is `resource.k8s.io/v1`. */
export const servedInstead = (minor: number, apiVersion: string, kind: string): string | undefined => {
	const group = apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/') + 1) : '';
	return Object.entries(versionFacts().kinds).find(([word, {served}]) => {
		const [version = '', name] = word.split(' ');
		const own = version.includes('/') ? version.slice(0, version.indexOf('/') + 1) : '';
		return name === kind && own === group && isIn(minor, served);
	})?.[0];
};

/** Whether a feature gate is on by default in a version; `undefined` where that version has no such gate, before it was added or after it became part of Kubernetes. */
export const isGateOn = (minor: number, gate: string): boolean | undefined => {
	const {gates} = versionFacts();
	const specs = Object.hasOwn(gates, gate) ? gates[gate] : undefined;
	return specs?.findLast(([since]) => since <= minor)?.[2];
};

/** The stage of a feature gate in a version: `Alpha`, `Beta`, `GA`. */
export const gateStage = (minor: number, gate: string): string | undefined =>
	versionFacts().gates[gate]?.findLast(([since]) => since <= minor)?.[1];

/** Subresources that a feature gate brings. */
const subresourceGates: Readonly<Record<string, string>> = {'pods/resize': 'InPlacePodVerticalScaling'};

/** Discovery of a version. */
export interface ServedApis {
	/** The documents by path, as in the API facts. */
	readonly documents: Readonly<Record<string, DiscoveryDocument>>;
	readonly groups: readonly DiscoveredGroup[];
	/** Whether a resource of that name is served: `apps/v1`, `deployments` or `deployments/scale`. */
	readonly has: (apiVersion: string, resource: string) => boolean;
}

const filtered = (minor: number): ServedApis => {
	const documents: Record<string, DiscoveryDocument> = {};
	const names = new Map<string, ReadonlySet<string>>();
	for (const [path, document] of Object.entries(apiFacts().discovery)) {
		if (document.kind !== 'APIResourceList') {
			continue;
		}

		const {groupVersion, resources} = document;
		const kept = resources.filter(({name}) => {
			const [plain = ''] = name.split('/');
			const kind = resources.find((one) => one.name === plain)?.kind ?? '';
			const gate = subresourceGates[name];
			return (
				standingOf(minor, groupVersion, kind).is === 'served' && (gate === undefined || isGateOn(minor, gate) !== false)
			);
		});
		if (kept.length > 0) {
			documents[path] = {...document, resources: kept};
			names.set(groupVersion, new Set(kept.map(({name}) => name)));
		}
	}

	const groups = apiGroups().flatMap((group) => {
		const [first, ...rest] = group.versions.filter(({groupVersion}) => names.has(groupVersion));
		return first ? [{...group, versions: [first, ...rest], preferredVersion: first}] : [];
	});
	for (const [path, document] of Object.entries(apiFacts().discovery)) {
		if (document.kind === 'APIGroupList') {
			documents[path] = {...document, groups};
		} else if (document.kind !== 'APIResourceList') {
			documents[path] = document;
		}
	}

	return {documents, groups, has: (apiVersion, resource) => names.get(apiVersion)?.has(resource) ?? false};
};

/** The simulated kinds that a default apiserver of a version serves. @param minor of that version; the simulated one where it is `undefined` */
export const servedApis = memoised(
	(minor: number | undefined): ServedApis =>
		minor === undefined || minor === simulatedMinor
			? {documents: apiFacts().discovery, groups: apiGroups(), has: () => true}
			: filtered(minor),
	10,
);

/** Whether a default apiserver of a version serves a resource that is simulated. */
export const isServed = (
	minor: number | undefined,
	resource: {readonly group: string; readonly version: string; readonly plural: string},
): boolean =>
	minor === undefined || minor === simulatedMinor || servedApis(minor).has(apiVersionOf(resource), resource.plural);
