import {getOrInsert} from '../../kernel/get-or-insert.js';
import type {DiscoveredResource} from '../../objects/facts.js';
import type {APIService} from '../../objects/kubernetes.generated.js';
import type {KubernetesObject} from '../../objects/kubernetes-object.js';
import type {Reader} from '../storage/reader.js';

type RemoteAPI = APIService & KubernetesObject;

export const isAvailable = ({status}: APIService): boolean =>
	status?.conditions?.some((condition) => condition.type === 'Available' && condition.status === 'True') ?? false;

/** A version of a group that another server serves, as discovery reports it. */
interface RemoteVersion {
	readonly version: string;
	/** The last answer of its server; empty while the server is not available. */
	readonly resources: readonly DiscoveredResource[];
	readonly isAvailable: boolean;
}

const byText = (one: string, other: string): number => {
	if (one === other) {
		return 0;
	}

	return one < other ? -1 : 1;
};

/** The preferred group or version is first. @mirrors k8s.io/kube-aggregator/pkg/apis/apiregistration/v1/helper SortedByGroupAndVersion */
const byPriority = ({spec: one}: RemoteAPI, {spec: other}: RemoteAPI): number =>
	(other?.groupPriorityMinimum ?? 0) - (one?.groupPriorityMinimum ?? 0) ||
	byText(one?.group ?? '', other?.group ?? '') ||
	(other?.versionPriority ?? 0) - (one?.versionPriority ?? 0);

/**
The groups of other servers behind this one: the group versions whose APIService names a Service.

@see https://kubernetes.io/docs/concepts/extend-kubernetes/api-extension/apiserver-aggregation/
*/
export class RemoteAPIs {
	readonly #reader: Reader;
	readonly #isOwn: (group: string) => boolean;
	/** The listed groups, by the name of their APIService. */
	readonly #listed = new Map<string, readonly DiscoveredResource[]>();

	/** @param isOwn whether this server itself answers for a group, in place of the one that its APIService names. */
	constructor(reader: Reader, isOwn: (group: string) => boolean) {
		this.#reader = reader;
		this.#isOwn = isOwn;
	}

	/** Remembers the discovery of an APIService's server. */
	learn(name: string, resources: readonly DiscoveredResource[]): void {
		this.#listed.set(name, resources);
	}

	/** The server for a version of a group, if it is not the built-in one. */
	at(group: string, version: string): RemoteAPI | undefined {
		return this.#all.find(({spec}) => spec?.group === group && spec.version === version);
	}

	/** Versions by group; groups and versions in the order of their priorities. */
	get groups(): ReadonlyMap<string, readonly RemoteVersion[]> {
		const found = new Map<string, RemoteVersion[]>();
		for (const apiService of [...this.#all].sort(byPriority)) {
			const {group = '', version = ''} = apiService.spec ?? {};
			const available = isAvailable(apiService);
			getOrInsert(found, group, () => []).push({
				version,
				resources: available ? (this.#listed.get(apiService.metadata.name) ?? []) : [],
				isAvailable: available,
			});
		}

		return found;
	}

	get #all(): readonly RemoteAPI[] {
		return this.#reader
			.list('apiservices.apiregistration.k8s.io')
			.filter(({spec}) => spec?.service && !this.#isOwn(spec.group ?? ''));
	}
}
