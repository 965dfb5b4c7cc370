import type {Endpoint, EndpointSlice, Pod, Service} from '../../objects/kubernetes.generated.js';
import {isPodReady, isTerminal} from '../../objects/pod.js';
import {nameOf, type Known} from '../known.js';
import type {Rule} from '../rule.js';
import {podsIn, runs, selects} from '../second-reading.js';

const endpoints: Rule = {
	name: 'at rest, the ready endpoints of a Service are the ready Pods that it selects',
	source: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#conditions',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'endpointslice')) {
				return;
			}

			for (const [key, {metadata, spec}] of known.all('services/specs')) {
				const {selector, type, publishNotReadyAddresses = false} = spec;
				if (!selector || Object.keys(selector).length === 0 || type === 'ExternalName') {
					continue;
				}

				const wanted = podsIn(
					known,
					metadata.namespace,
					(pod) =>
						selects({matchLabels: selector}, pod.metadata.labels ?? {}) &&
						!isTerminal(pod) &&
						(publishNotReadyAddresses || (isPodReady(pod) && !pod.metadata.deletionTimestamp)) &&
						known.all('minions').has(`/registry/minions/${pod.spec.nodeName ?? ''}`),
				).flatMap(({status}) => (status?.podIP ? [status?.podIP] : []));
				const found = new Set(
					[...known.all('endpointslices').values()]
						.filter(
							(slice) =>
								slice.metadata.namespace === metadata.namespace &&
								slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name &&
								slice.metadata.labels['endpointslice.kubernetes.io/managed-by'] === 'endpointslice-controller.k8s.io',
						)
						.flatMap((slice) => slice.endpoints ?? [])
						.flatMap(({addresses, conditions}) => (conditions?.ready === false ? [] : addresses)),
				);
				const missing = wanted.filter((ip) => !found.has(ip));
				const foreign = [...found].filter((ip) => !wanted.includes(ip) && !ip.includes(':'));
				if (missing.length + foreign.length > 0) {
					broken(
						key,
						`${missing.join(', ') || 'no address'} is missing, and ${foreign.join(', ') || 'none'} is too much`,
					);
				}
			}
		},
	}),
};

/** Slices that the controller keeps for a Service. */
const slicesOf = (known: Known, {metadata}: Service): ReadonlyArray<readonly [string, EndpointSlice]> =>
	[...known.all('endpointslices')].filter(
		([, slice]) =>
			slice.metadata.namespace === metadata.namespace &&
			slice.metadata.labels?.['kubernetes.io/service-name'] === metadata.name &&
			slice.metadata.labels['endpointslice.kubernetes.io/managed-by'] === 'endpointslice-controller.k8s.io',
	);

const podOf = (known: Known, {targetRef}: Endpoint): Pod | undefined =>
	known.all('pods').get(`/registry/pods/${targetRef?.namespace}/${targetRef?.name}`);

/** The first difference between an endpoint and its Pod; empty without one. */
const strays = (known: Known, endpoint: Endpoint): string => {
	const {addresses, conditions, targetRef, nodeName} = endpoint;
	const pod = podOf(known, endpoint);
	if (!pod || pod.metadata.uid !== targetRef?.uid) {
		return `${targetRef?.name} is gone`;
	}

	const isLeaving = pod.metadata.deletionTimestamp !== undefined;
	const facts: ReadonlyArray<readonly [string, unknown, unknown]> = [
		['serving', conditions?.serving ?? conditions?.ready, isPodReady(pod)],
		['terminating', conditions?.terminating ?? false, isLeaving],
		['node', nodeName, pod.spec.nodeName],
		['address', addresses.every((ip) => pod.status?.podIPs?.some((own) => own.ip === ip)), true],
		['ended', isTerminal(pod), false],
	];
	const wrong = facts.find(([, said, is]) => said !== is);
	return wrong ? `of ${pod.metadata.name} it says ${wrong[0]} ${String(wrong[1])}, which is ${String(wrong[2])}` : '';
};

const conditions: Rule = {
	name: 'at rest, each endpoint is as its Pod is, and each address is in one slice',
	source: 'k8s.io/endpointslice podToEndpoint',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'endpointslice')) {
				return;
			}

			for (const service of known.all('services/specs').values()) {
				const seen = new Set<string>();
				for (const [key, {endpoints, ports}] of slicesOf(known, service)) {
					for (const endpoint of endpoints ?? []) {
						const id = `${endpoint.addresses.join()} ${(ports ?? []).map(({port}) => port).join()}`;
						const found = strays(known, endpoint);
						if (found !== '') {
							broken(key, found);
						} else if (seen.has(id)) {
							broken(key, `${id} is there twice`);
						}

						seen.add(id);
					}
				}
			}
		},
	}),
};

const closed: Rule = {
	name: 'an endpoint that terminates, or does not serve, is not ready',
	source: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#conditions',
	watch: (known) => ({
		changes: {
			endpointslices({key, after}, _stop, broken) {
				const service = after?.metadata.labels?.['kubernetes.io/service-name'];
				const {publishNotReadyAddresses = false} =
					known.all('services/specs').get(`/registry/services/specs/${after?.metadata.namespace}/${service}`)?.spec ??
					{};
				for (const {conditions: told, targetRef} of publishNotReadyAddresses ? [] : (after?.endpoints ?? [])) {
					if (targetRef && told?.ready === true && (told.terminating || told.serving === false)) {
						broken(key, `${targetRef.name} is ready and ${told.terminating ? 'terminates' : 'does not serve'}`);
					}
				}
			},
		},
	}),
};

const slices: Rule = {
	name: 'at rest, no EndpointSlice outlives its Service',
	source: 'https://kubernetes.io/docs/concepts/services-networking/endpoint-slices/#ownership',
	watch: (known) => ({
		atRest(broken) {
			for (const [key, {metadata}] of known.all('endpointslices')) {
				const name = metadata.labels?.['kubernetes.io/service-name'];
				const owner = metadata.ownerReferences?.find(({kind}) => kind === 'Service');
				const service = known.all('services/specs').get(`/registry/services/specs/${metadata.namespace}/${name}`);
				if (owner && runs(known, 'garbage-collector') && service?.metadata.uid !== owner.uid) {
					broken(key, `the Service ${name} is gone`);
				}
			}
		},
	}),
};

/** The longest delay of a slice after its Pod: the controller answers at once, and the API is fast. */
const lagMs = 5000;

const lag: Rule = {
	name: 'without faults, an endpoint stops being ready within five seconds of its Pod',
	source: 'https://kubernetes.io/docs/concepts/workloads/pods/pod-lifecycle/#pod-termination-flow',
	watch(known) {
		/** Pods that should get no traffic by their key → since when. */
		const away = new Map<string, number>();
		const look = (broken: (key: string, found: string) => void): void => {
			const late = [...away].filter(([, sinceMs]) => known.timeMs - sinceMs > lagMs);
			if (late.length === 0 || !known.isCalm || !runs(known, 'endpointslice')) {
				return;
			}

			for (const [key, {endpoints, metadata}] of known.all('endpointslices')) {
				const service = known
					.all('services/specs')
					.get(`/registry/services/specs/${metadata.namespace}/${metadata.labels?.['kubernetes.io/service-name']}`);
				for (const {targetRef, conditions: told} of service?.spec.publishNotReadyAddresses ? [] : (endpoints ?? [])) {
					const name = `/registry/pods/${targetRef?.namespace}/${targetRef?.name}`;
					if (told?.ready !== false && late.some(([pod]) => pod === name)) {
						broken(key, `${nameOf(name)} has not been ready since ${away.get(name)} ms`);
					}
				}
			}

			for (const [key] of late) {
				away.delete(key);
			}
		};

		return {
			changes: {
				pods({key, after}, _stop, broken) {
					const isReady = after !== undefined && isPodReady(after) && !after.metadata.deletionTimestamp;
					if (isReady) {
						away.delete(key);
					} else if (!away.has(key)) {
						away.set(key, known.timeMs);
					}

					look(broken);
				},
				leases(_change, _stop, broken) {
					look(broken);
				},
			},
		};
	},
};

/** Rules about the endpoints of Services. */
export const endpointRules: readonly Rule[] = [endpoints, conditions, closed, slices, lag];
