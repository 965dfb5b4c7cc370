import {getOrInsert} from '../../../kernel/get-or-insert.js';
import type {State} from '../../state/state.js';

interface ServiceLike {
	readonly metadata: {readonly name: string; readonly namespace: string};
	readonly spec?: {
		readonly selector?: Readonly<Record<string, string>>;
		readonly clusterIP?: string;
		readonly ipFamilies?: readonly string[];
	};
}

interface Slice {
	readonly metadata: {readonly namespace: string; readonly labels?: Readonly<Record<string, string>>};
	readonly addressType?: string;
	readonly endpoints?: ReadonlyArray<{
		readonly addresses: readonly string[];
		readonly conditions?: {readonly ready?: boolean};
	}> | null;
}

/** A Service, and how many of its endpoints are ready. */
export interface ServiceSummary {
	readonly namespace: string;
	readonly name: string;
	readonly clusterIP: string;
	readonly ready: number;
	readonly endpoints: number;
	/** The first address of each endpoint. */
	readonly addresses: ReadonlyArray<{readonly address: string; readonly ready: boolean}>;
	/** Whether it selects the given Pod. */
	readonly selects: boolean;
}

/** Whether a Service belongs to the cluster itself. */
const isOwn = ({namespace, name}: ServiceLike['metadata']): boolean =>
	namespace === 'kube-system' || (namespace === 'default' && name === 'kubernetes');

/** The user's Services, with their endpoints as the EndpointSlices have them; those that select the Pod first. */
export const serviceSummaries = (
	{recording, cursor}: Pick<State, 'recording' | 'cursor'>,
	labels: Readonly<Record<string, string>> = {},
): readonly ServiceSummary[] => {
	const {ledger} = recording.kernel;
	const services = ledger
		.entries<ServiceLike>('/registry/services/specs/', cursor)
		.filter(([, {metadata}]) => !isOwn(metadata));
	if (services.length === 0) {
		return [];
	}

	const firstFamily = new Map(
		services.map(([, {metadata, spec}]) => [`${metadata.namespace}/${metadata.name}`, spec?.ipFamilies?.[0]]),
	);
	const endpoints = new Map<string, Array<ServiceSummary['addresses'][number]>>();
	for (const [, {metadata, addressType, endpoints: all}] of ledger.entries<Slice>(
		'/registry/endpointslices/',
		cursor,
	)) {
		const of = `${metadata.namespace}/${metadata.labels?.['kubernetes.io/service-name'] ?? ''}`;
		// A Pod with an address of each family is in a slice of each, and counts once.
		if (addressType !== (firstFamily.get(of) ?? addressType)) {
			continue;
		}

		getOrInsert(endpoints, of, () => []).push(
			...(all ?? []).map(({addresses, conditions}) => ({
				address: addresses[0] ?? '',
				ready: conditions?.ready ?? true,
			})),
		);
	}

	const summaries = services.map(([, {metadata, spec}]): ServiceSummary => {
		const known = endpoints.get(`${metadata.namespace}/${metadata.name}`) ?? [];
		const selector = Object.entries(spec?.selector ?? {});
		return {
			namespace: metadata.namespace,
			name: metadata.name,
			clusterIP: spec?.clusterIP ?? '',
			ready: known.filter(({ready}) => ready).length,
			endpoints: known.length,
			addresses: known,
			selects: selector.length > 0 && selector.every(([label, value]) => labels[label] === value),
		};
	});
	return [...summaries.filter(({selects}) => selects), ...summaries.filter(({selects}) => !selects)];
};
