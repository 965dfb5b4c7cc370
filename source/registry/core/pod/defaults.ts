import {copyOf} from '../../../objects/copy.js';
import type {PodSpec} from '../../../objects/kubernetes.generated.js';
import {podLimits, podRequests} from '../../../objects/pod-resources.js';
import type {Draft, TypeDefaults} from '../../defaults/type-defaults.js';

/** The tag of an image; `latest` when neither a tag nor a digest is named. */
export const imageTag = (image: string): string => {
	const [name = '', digest] = image.split('@', 2);
	const colon = name.lastIndexOf(':');
	return colon > name.lastIndexOf('/') ? name.slice(colon + 1) : digest === undefined ? 'latest' : '';
};

const imageForm =
	/^([A-Za-z0-9]([-A-Za-z0-9.]*[A-Za-z0-9])?(:\d+)?\/)?[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*(\/[a-z0-9]+((\.|_|__|-+)[a-z0-9]+)*)*(:\w[\w.-]{0,127})?(@[A-Za-z][A-Za-z0-9]*([-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9a-fA-F]{32,})?$/;

/** What cannot be read as an image has no tag either. */
const pullPolicy = (image: unknown): string =>
	imageForm.test(String(image ?? '')) && imageTag(image as string) === 'latest' ? 'Always' : 'IfNotPresent';

const container = (draft: Draft): void => {
	draft.imagePullPolicy ||= pullPolicy(draft.image);
	draft.terminationMessagePath ||= '/dev/termination-log';
	draft.terminationMessagePolicy ||= 'File';
};

const isEmpty = (value: unknown): boolean =>
	value === undefined || value === null || Object.keys(value as object).length === 0;

/** A limit without a request is a request of as much. */
const requestLimits = (item: Draft): Draft => {
	const limits: Draft | undefined = item.resources?.limits;
	const requests: Draft = item.resources?.requests ?? {};
	if (!limits || Object.keys(limits).every((name) => requests[name] !== undefined)) {
		return item;
	}

	return {...item, resources: {...item.resources, requests: {...limits, ...requests}}};
};

const publishOnHost = (item: Draft): Draft =>
	Array.isArray(item.ports) && item.ports.some((port: Draft) => !port.hostPort)
		? {...item, ports: item.ports.map((port: Draft) => ({...port, hostPort: port.hostPort || port.containerPort}))}
		: item;

const isPodLevel = (name: string): boolean => name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');

/** Requests and limits of the Pod as a whole follow from its containers' and from each other. */
const podResources = (spec: Draft): Draft | undefined => {
	const resources = spec.resources as Draft | null | undefined;
	if (!resources || (isEmpty(resources.limits) && isEmpty(resources.requests))) {
		return resources ?? undefined;
	}

	const alone = {...spec, resources: undefined} as unknown as PodSpec;
	const limits: Draft = {...resources.limits};
	for (const [name, amount] of Object.entries(podLimits({spec: alone}))) {
		if (name.startsWith('hugepages-') && resources.requests?.[name] === undefined) {
			limits[name] ??= String(amount);
		}
	}

	if (isEmpty(limits)) {
		return resources;
	}

	const requests: Draft = {...resources.requests};
	for (const [name, amount] of Object.entries(podRequests({spec: alone}))) {
		if (name === 'cpu' || name === 'memory') {
			requests[name] ??= name === 'cpu' ? `${amount}m` : String(amount);
		}
	}

	for (const [name, amount] of Object.entries(limits)) {
		if (isPodLevel(name)) {
			requests[name] ??= amount;
		}
	}

	return {...resources, limits, requests};
};

const changedContainers = (containers: unknown, change: (item: Draft) => Draft): unknown => {
	if (!Array.isArray(containers)) {
		return containers;
	}

	const changed = containers.map((item: Draft) => (item && typeof item === 'object' ? change(item) : item));
	return changed.every((item, index) => item === containers[index]) ? containers : changed;
};

/** What only a Pod itself sets; the templates of workloads stay as they were written. */
const pod = (draft: Draft): void => {
	const spec: Draft = draft.spec && typeof draft.spec === 'object' ? draft.spec : {};
	const host = spec.hostNetwork === true;
	const change = (item: Draft): Draft => (host ? publishOnHost(requestLimits(item)) : requestLimits(item));
	const containers = changedContainers(spec.containers, change);
	const initContainers = changedContainers(spec.initContainers, change);
	const resources = spec.resources ? podResources(spec) : undefined;
	const enableServiceLinks: unknown = spec.enableServiceLinks ?? true;
	// Of a Pod alone: templates keep what cannot be.
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

	const after: Draft = copyOf(spec);
	after.containers = containers;
	after.initContainers = initContainers;
	after.resources = resources;
	after.enableServiceLinks = enableServiceLinks;
	if (isNegative) {
		after.terminationGracePeriodSeconds = 1;
	}

	draft.spec = after;
};

const podSpec = (draft: Draft): void => {
	draft.dnsPolicy ||= 'ClusterFirst';
	draft.restartPolicy ||= 'Always';
	draft.securityContext ??= {};
	draft.terminationGracePeriodSeconds ??= 30;
	draft.schedulerName ||= 'default-scheduler';
	// The old name of the field is always shown beside the new one.
	draft.serviceAccountName ||= draft.serviceAccount;
	draft.serviceAccount = draft.serviceAccountName;
};

const probe = (draft: Draft): void => {
	draft.timeoutSeconds ||= 1;
	draft.periodSeconds ||= 10;
	draft.successThreshold ||= 1;
	draft.failureThreshold ||= 3;
};

const defaultMode = (draft: Draft): void => {
	draft.defaultMode ??= 0o644;
};

const volume = (draft: Draft): void => {
	let kinds = 0;
	for (const key in draft) {
		if (key !== 'name' && draft[key] !== null && draft[key] !== undefined) {
			kinds++;
		}
	}

	if (kinds === 0) {
		draft.emptyDir = {};
	}
};

/** A field for one address beside a newer one for several: the first is in both. */
const firstOf = (draft: Draft, one: string, several: string): void => {
	const first: unknown = draft[several]?.[0]?.ip;
	if (draft[one] && !first) {
		draft[several] = [{ip: draft[one]}];
	} else if (first) {
		draft[one] = first;
	}
};

/** The status of a Pod with both of its addresses told both ways; the same status when they are. */
export const withAddressLists = (status: Draft): Draft => {
	if (status.podIP === status.podIPs?.[0]?.ip && status.hostIP === status.hostIPs?.[0]?.ip) {
		return status;
	}

	const draft = {...status};
	firstOf(draft, 'podIP', 'podIPs');
	firstOf(draft, 'hostIP', 'hostIPs');
	return draft;
};

/** Defaults of a Pod and of all that Pods are made of. @mirrors k8s.io/kubernetes/pkg/apis/core/v1 defaults.go */
export const podDefaults: TypeDefaults = {
	'core.v1.Pod': pod,
	'core.v1.PodSpec': podSpec,
	'core.v1.Container': container,
	'core.v1.EphemeralContainer': container,
	'core.v1.PodStatus': (draft) => {
		firstOf(draft, 'podIP', 'podIPs');
		firstOf(draft, 'hostIP', 'hostIPs');
	},
	'core.v1.Probe': probe,
	'core.v1.GRPCAction': (draft) => {
		draft.service ??= '';
	},
	'core.v1.Volume': volume,
	'core.v1.ImageVolumeSource': (draft) => {
		draft.pullPolicy ||= pullPolicy(draft.reference);
	},
	'core.v1.SecretVolumeSource': defaultMode,
	'core.v1.ConfigMapVolumeSource': defaultMode,
	'core.v1.DownwardAPIVolumeSource': defaultMode,
	'core.v1.ProjectedVolumeSource': defaultMode,
	'core.v1.ServiceAccountTokenProjection': (draft) => {
		draft.expirationSeconds ??= 3600;
	},
	'core.v1.HostPathVolumeSource': (draft) => {
		draft.type ??= '';
	},
	'core.v1.ObjectFieldSelector': (draft) => {
		draft.apiVersion ||= 'v1';
	},
	'core.v1.HTTPGetAction': (draft) => {
		draft.path ||= '/';
		draft.scheme ||= 'HTTP';
	},
};
