import {copyOf, type Writable} from '../../objects/copy.js';
import type {
	Container,
	Pod,
	PodSpec,
	PodStatus,
	Probe,
	ResourceRequirements,
	Volume,
} from '../../objects/kubernetes.generated.js';
import {podLimitQuantities, podRequestQuantities} from '../../objects/pod-resources.js';
import {defaultsOf, type Draft, type Given, type TypeDefaults} from '../defaults/type-defaults.js';

/** The tag of an image; `latest` if the image has neither a tag nor a digest. */
export const imageTag = (image: string): string => {
	const [name = '', digest] = image.split('@', 2);
	const colon = name.lastIndexOf(':');
	if (colon > name.lastIndexOf('/')) {
		return name.slice(colon + 1);
	}

	if (digest === undefined) {
		return 'latest';
	}

	return '';
};

const imageForm =
	/^([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:\d+)?\/)?[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(\/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*(:\w[\w.-]{0,127})?(@[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$/;

/** A text that is not a valid image has no tag either. */
const pullPolicy = (image = ''): 'Always' | 'IfNotPresent' =>
	imageForm.test(image) && imageTag(image) === 'latest' ? 'Always' : 'IfNotPresent';

type GivenContainer = Given<Container>;

const container = (
	draft: Pick<Draft<Container>, 'image' | 'imagePullPolicy' | 'terminationMessagePath' | 'terminationMessagePolicy'>,
): void => {
	draft.imagePullPolicy ||= pullPolicy(draft.image);
	draft.terminationMessagePath ||= '/dev/termination-log';
	draft.terminationMessagePolicy ||= 'File';
};

const isEmpty = (value: object | null | undefined): boolean =>
	value === undefined || value === null || Object.keys(value).length === 0;

/** A limit without a request becomes the request. */
const requestLimits = (item: GivenContainer): GivenContainer => {
	const limits = item.resources?.limits;
	const requests = item.resources?.requests ?? {};
	if (!limits || Object.keys(limits).every((name) => requests[name] !== undefined)) {
		return item;
	}

	return {...item, resources: {...item.resources, requests: {...limits, ...requests}}};
};

const publishOnHost = (item: GivenContainer): GivenContainer =>
	item.ports?.some((port) => !port.hostPort)
		? {...item, ports: item.ports.map((port) => ({...port, hostPort: port.hostPort || port.containerPort}))}
		: item;

const isPodLevel = (name: string): boolean => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/** Requests and limits of the whole Pod are derived from those of its containers and from each other. */
const podResources = (spec: Given<PodSpec>): Given<ResourceRequirements> | undefined => {
	const {resources} = spec;
	if (!resources || (isEmpty(resources.limits) && isEmpty(resources.requests))) {
		return resources ?? undefined;
	}

	const alone = {...spec, resources: undefined};
	const limits: Record<string, string> = {...resources.limits};
	for (const [name, amount] of Object.entries(podLimitQuantities({spec: alone}))) {
		if (name.startsWith('hugepages-') && resources.requests?.[name] === undefined) {
			limits[name] ??= amount;
		}
	}

	if (isEmpty(limits)) {
		return resources;
	}

	const requests: Record<string, string> = {...resources.requests};
	for (const [name, amount] of Object.entries(podRequestQuantities({spec: alone}))) {
		if (name === 'cpu' || name === 'memory') {
			requests[name] ??= amount;
		}
	}

	for (const [name, amount] of Object.entries(limits)) {
		if (isPodLevel(name)) {
			requests[name] ??= amount;
		}
	}

	return {...resources, limits, requests};
};

type Containers = readonly GivenContainer[] | undefined;

const changedContainers = (containers: Containers, change: (item: GivenContainer) => GivenContainer): Containers => {
	const changed = containers?.map((item) => (item && typeof item === 'object' ? change(item) : item));
	return changed?.every((item, index) => item === containers?.[index]) ? containers : changed;
};

/** Defaults for Pods only; the templates of workloads stay as they were written. */
const pod = (draft: Draft<Pod>): void => {
	const spec: Given<PodSpec> = draft.spec ?? {};
	const host = spec.hostNetwork === true;
	const change = (item: GivenContainer) => (host ? publishOnHost(requestLimits(item)) : requestLimits(item));
	const containers = changedContainers(spec.containers, change);
	const initContainers = changedContainers(spec.initContainers, change);
	const resources = spec.resources ? podResources(spec) : undefined;
	const enableServiceLinks = spec.enableServiceLinks ?? true;
	// Only in Pods: templates keep invalid values.
	const isNegative = (spec.terminationGracePeriodSeconds ?? 0) < 0;
	if (
		spec === draft.spec &&
		containers === spec.containers &&
		initContainers === spec.initContainers &&
		resources === (spec.resources ?? undefined) &&
		enableServiceLinks === spec.enableServiceLinks &&
		!isNegative
	) {
		return;
	}

	const after = copyOf(spec);
	after.containers = containers;
	after.initContainers = initContainers;
	after.resources = resources;
	after.enableServiceLinks = enableServiceLinks;
	if (isNegative) {
		after.terminationGracePeriodSeconds = 1;
	}

	draft.spec = after;
};

const podSpec = (draft: Draft<PodSpec>): void => {
	draft.dnsPolicy ||= 'ClusterFirst';
	draft.restartPolicy ||= 'Always';
	draft.securityContext ??= {};
	draft.terminationGracePeriodSeconds ??= 30;
	draft.schedulerName ||= 'default-scheduler';
	// The old name of the field is always shown next to the new one.
	draft.serviceAccountName ||= draft.serviceAccount;
	draft.serviceAccount = draft.serviceAccountName;
};

const probe = (draft: Draft<Probe>): void => {
	draft.timeoutSeconds ||= 1;
	draft.periodSeconds ||= 10;
	draft.successThreshold ||= 1;
	draft.failureThreshold ||= 3;
};

const defaultMode = (draft: {defaultMode?: number}): void => {
	draft.defaultMode ??= 0o644;
};

/** A volume without a source is an empty directory. */
const volume = (draft: Draft<Volume>): void => {
	const {name: _, ...kinds} = draft;
	if (Object.values(kinds).every((kind) => kind === null || kind === undefined)) {
		draft.emptyDir = {};
	}
};

/** A field for one address next to a newer one for several: the first address is in both. */
const syncAddresses = (draft: Draft<PodStatus>): void => {
	const {podIP, podIPs, hostIP, hostIPs} = draft;
	if (podIPs?.[0]?.ip) {
		draft.podIP = podIPs[0].ip;
	} else if (podIP) {
		draft.podIPs = [{ip: podIP}];
	}

	if (hostIPs?.[0]?.ip) {
		draft.hostIP = hostIPs[0].ip;
	} else if (hostIP) {
		draft.hostIPs = [{ip: hostIP}];
	}
};

/** The status of a Pod with its addresses in both the old and the new fields; the status itself if it already has both. */
export const withAddressLists = (status: PodStatus): PodStatus => {
	if (status.podIP === status.podIPs?.[0]?.ip && status.hostIP === status.hostIPs?.[0]?.ip) {
		return status;
	}

	const draft: Writable<PodStatus> = {...status};
	syncAddresses(draft);
	return draft;
};

/** The defaults of a Pod and all its parts. @mirrors k8s.io/kubernetes/pkg/apis/core/v1 defaults.go */
export const podDefaults: readonly TypeDefaults[] = [
	defaultsOf('core.v1.Pod', pod),
	defaultsOf('core.v1.PodSpec', podSpec),
	defaultsOf('core.v1.Container', container),
	defaultsOf('core.v1.EphemeralContainer', container),
	defaultsOf('core.v1.PodStatus', syncAddresses),
	defaultsOf('core.v1.Probe', probe),
	defaultsOf('core.v1.GRPCAction', (draft) => {
		draft.service ??= '';
	}),
	defaultsOf('core.v1.Volume', volume),
	defaultsOf('core.v1.ImageVolumeSource', (draft) => {
		draft.pullPolicy ||= pullPolicy(draft.reference);
	}),
	defaultsOf('core.v1.SecretVolumeSource', defaultMode),
	defaultsOf('core.v1.ConfigMapVolumeSource', defaultMode),
	defaultsOf('core.v1.DownwardAPIVolumeSource', defaultMode),
	defaultsOf('core.v1.ProjectedVolumeSource', defaultMode),
	defaultsOf('core.v1.ServiceAccountTokenProjection', (draft) => {
		draft.expirationSeconds ??= 3600;
	}),
	defaultsOf('core.v1.HostPathVolumeSource', (draft) => {
		draft.type ??= '';
	}),
	defaultsOf('core.v1.ObjectFieldSelector', (draft) => {
		draft.apiVersion ||= 'v1';
	}),
	defaultsOf('core.v1.HTTPGetAction', (draft) => {
		draft.path ||= '/';
		draft.scheme ||= 'HTTP';
	}),
];
