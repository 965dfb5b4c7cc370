import type {Ledger} from '../kernel/ledger.js';
import {isKind, type KubernetesObject} from '../objects/kubernetes-object.js';
import type {Ingress, PersistentVolumeClaim, Pod, Service, StorageClass} from '../objects/kubernetes.generated.js';
import {formatLabelSelector, matchesLabels} from '../objects/labels.js';
import {all, eventsAbout, family, type Blockage, type Entry} from './blockage.js';
import {podBlockage} from './pod.js';
import {refusalAdvice} from './refusal.js';

type Reader = Pick<Ledger, 'read' | 'keys'>;

const claimBlockage = ({key, object: claim}: Entry<PersistentVolumeClaim>, ledger: Reader): Blockage | undefined => {
	if (claim.status?.phase === 'Bound') {
		return undefined;
	}

	const event = eventsAbout(ledger, claim).at(-1);
	const classes = all<StorageClass>(ledger, '/registry/storageclasses/').map(({object}) => object.metadata.name);
	const [, missing] = /storageclass\.storage\.k8s\.io "([^"]+)" not found/.exec(event?.message ?? '') ?? [];
	return {
		key,
		message: event ? `${event.reason}: ${event.message}` : 'Pending: no volume is bound to it',
		field: ['spec', 'storageClassName'],
		remedies: missing
			? [
					`Name a StorageClass that exists (${classes.join(', ') || 'the cluster has none'}), or apply one named ${missing}.`,
				]
			: event?.reason === 'WaitForFirstConsumer'
				? ['Its volume is provisioned once a Pod that uses it is scheduled: apply the Pod.']
				: ['Leave storageClassName out for the default class, or apply a PersistentVolume that fits.'],
	};
};

/** A controller that is not allowed to create what it should. */
const creationBlockage = ({key, object}: Entry<KubernetesObject>, ledger: Reader): Blockage | undefined => {
	const warning = eventsAbout(ledger, object).find(({reason}) => reason === 'FailedCreate');
	return warning && {key, message: `${warning.reason}: ${warning.message}`, ...refusalAdvice(warning.message ?? '')};
};

/** What keeps an applied object from being done, and those made because of it; equal Pods once. */
export const blockagesOf = (key: string, ledger: Reader): readonly Blockage[] => {
	const found = family(ledger, key).flatMap(({key: own, object}) => {
		const blockage = isKind(object, 'v1 Pod')
			? podBlockage({key: own, object}, ledger)
			: isKind(object, 'v1 PersistentVolumeClaim')
				? claimBlockage({key: own, object}, ledger)
				: creationBlockage({key: own, object}, ledger);
		return blockage ? [blockage] : [];
	});
	const plain = ({message, key: own}: Blockage): string =>
		message
			.replaceAll(own.slice(own.lastIndexOf('/') + 1), '…')
			.replaceAll(/\d+(?:\.\d+){3}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g, '…');
	return found.filter((blockage, index) => found.findIndex((other) => plain(other) === plain(blockage)) === index);
};

const servicePods = ({metadata, spec}: Service, ledger: Reader): ReadonlyArray<Entry<Pod>> =>
	all<Pod>(ledger, `/registry/pods/${metadata.namespace}/`).filter(({object}) =>
		matchesLabels(spec.selector, object.metadata.labels),
	);

const serviceRemark = ({key, object: service}: Entry<Service>, ledger: Reader): Blockage | undefined => {
	const {selector, ports = [], type} = service.spec;
	if (!selector || type === 'ExternalName') {
		return undefined;
	}

	const pods = servicePods(service, ledger);
	if (pods.length === 0) {
		const labels = new Set(
			all<Pod>(ledger, `/registry/pods/${service.metadata.namespace}/`).map(({object}) =>
				formatLabelSelector({
					matchLabels: Object.fromEntries(
						Object.entries(object.metadata.labels ?? {}).filter(([name]) => name !== 'pod-template-hash'),
					),
				}),
			),
		);
		return {
			key,
			message: `selects no Pod: ${formatLabelSelector({matchLabels: selector})}`,
			field: ['spec', 'selector'],
			remedies: [
				labels.size > 0
					? `The Pods of the namespace have ${[...labels].slice(0, 3).join(' and ')}: make the selector match them.`
					: 'The namespace has no Pods yet.',
			],
		};
	}

	for (const [index, {targetPort}] of ports.entries()) {
		const known = pods.flatMap(({object}) =>
			object.spec.containers.flatMap((container) => (container.ports ?? []).map(({name}) => name)),
		);
		if (typeof targetPort === 'string' && !/^\d+$/.test(targetPort) && !known.includes(targetPort)) {
			return {
				key,
				message: `sends nothing to its Pods: none of them has a port named ${targetPort}`,
				field: ['spec', 'ports', index, 'targetPort'],
				remedies: [
					`Use the name of a container port (${[...new Set(known.filter(Boolean))].join(', ') || 'none has a name'}), or its number.`,
				],
			};
		}
	}

	return undefined;
};

const ingressRemark = ({key, object: ingress}: Entry<Ingress>, ledger: Reader): Blockage | undefined => {
	for (const [rule, {http}] of (ingress.spec?.rules ?? []).entries()) {
		for (const [path, {backend}] of (http?.paths ?? []).entries()) {
			const name = backend.service?.name;
			if (
				name !== undefined &&
				ledger.read(`/registry/services/specs/${ingress.metadata.namespace}/${name}`) === undefined
			) {
				return {
					key,
					message: `points to the Service ${name}, which does not exist`,
					field: ['spec', 'rules', rule, 'http', 'paths', path, 'backend', 'service', 'name'],
					remedies: [`Apply a Service named ${name} in the namespace ${ingress.metadata.namespace}.`],
				};
			}
		}
	}

	return undefined;
};

/** What Kubernetes accepts silently but is hardly intended: a Service or Ingress that leads nowhere. */
export const remarkOn = (key: string, ledger: Reader): Blockage | undefined => {
	const object = ledger.read<KubernetesObject>(key);
	return object === undefined
		? undefined
		: isKind(object, 'v1 Service')
			? serviceRemark({key, object}, ledger)
			: isKind(object, 'networking.k8s.io/v1 Ingress')
				? ingressRemark({key, object}, ledger)
				: undefined;
};
