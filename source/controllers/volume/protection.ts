import type {Routine} from '../../kernel/routine.js';
import {keyOf} from '../../client/informer.js';
import type {ObjectMeta, Pod} from '../../objects/kubernetes.generated.js';
import {isTerminal} from '../../objects/pod.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller} from '../controller.js';
import {allow} from '../controller-roles.js';

/** Names of the claims that a Pod mounts. */
export const claimsOf = (pod: Pod): string[] =>
	(pod.spec?.volumes ?? []).flatMap(({name, persistentVolumeClaim, ephemeral}) => {
		if (persistentVolumeClaim) {
			return [persistentVolumeClaim.claimName];
		}

		if (ephemeral) {
			return [`${pod.metadata.name}-${name}`];
		}

		return [];
	});

const claimFinalizer = 'kubernetes.io/pvc-protection';
const volumeFinalizer = 'kubernetes.io/pv-protection';

/** Releases a deleted claim only when no Pod uses it. @see https://kubernetes.io/docs/concepts/storage/persistent-volumes/#storage-object-in-use-protection */
export const claimProtection: Controller = {
	name: 'persistentvolumeclaim-protection',
	reportsAs: 'persistentvolumeclaim-protection-controller',
	account: 'pvc-protection-controller',
	rules: [
		allow('get list update watch', 'persistentvolumeclaims'),
		allow('update', 'persistentvolumeclaims/status'),
		allow('get list watch', 'pods'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: (tools) => ({
		handlers: {
			persistentvolumeclaims: ({type, object}) =>
				type !== 'DELETED' && goes(object.metadata, claimFinalizer) ? [keyOf(object)] : [],
			pods: ({type, object}) =>
				type === 'DELETED' || isTerminal(object)
					? claimsOf(object)
							.map((name) => tools.informer('persistentvolumeclaims').get(object.metadata.namespace, name))
							.flatMap((claim) => (claim && goes(claim.metadata, claimFinalizer) ? [keyOf(claim)] : []))
					: [],
		},
		*sync(key) {
			const claim = tools.informer('persistentvolumeclaims').getByKey(key);
			const user =
				claim &&
				tools
					.informer('pods')
					.list(claim.metadata.namespace)
					.find((pod) => !isTerminal(pod) && claimsOf(pod).includes(claim.metadata.name));
			yield* release(
				'persistentvolumeclaim-protection',
				'persistentvolumeclaims',
				key,
				claim?.metadata,
				claimFinalizer,
				user?.metadata.name,
				(metadata) => claim && tools.client.update('persistentvolumeclaims', {...claim, metadata}),
			);
		},
	}),
};

/** Releases a deleted volume only when no claim holds it. */
export const volumeProtection: Controller = {
	name: 'persistentvolume-protection',
	reportsAs: 'persistentvolume-protection-controller',
	account: 'pv-protection-controller',
	rules: [
		allow('get list update watch', 'persistentvolumes'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: (tools) => ({
		handlers: {
			persistentvolumes: ({type, object}) =>
				type !== 'DELETED' && goes(object.metadata, volumeFinalizer) ? [keyOf(object)] : [],
		},
		*sync(key) {
			const volume = tools.informer('persistentvolumes').getByKey(key);
			const holder = volume?.status?.phase === 'Bound' ? volume.spec?.claimRef?.name : undefined;
			yield* release(
				'persistentvolume-protection',
				'persistentvolumes',
				key,
				volume?.metadata,
				volumeFinalizer,
				holder,
				(metadata) => volume && tools.client.update('persistentvolumes', {...volume, metadata}),
			);
		},
	}),
};

const goes = ({deletionTimestamp, finalizers}: ObjectMeta, finalizer: string): boolean =>
	deletionTimestamp !== undefined && (finalizers?.includes(finalizer) ?? false);

function* release(
	controller: 'persistentvolume-protection' | 'persistentvolumeclaim-protection',
	resource: 'persistentvolumes' | 'persistentvolumeclaims',
	key: string,
	metadata: ObjectMeta | undefined,
	finalizer: string,
	user: string | undefined,
	/** PUTs the object with these metadata: the role of the controller allows no patch. */
	update: (metadata: ObjectMeta) => Routine<unknown> | undefined,
): Routine {
	const object = metadata && registryKey(resource, metadata.namespace, metadata.name);
	const free = metadata !== undefined && goes(metadata, finalizer) && user === undefined;
	yield* note(`controller.${controller}.sync`, {key, user, free}, {object});
	if (free) {
		const finalizers = metadata.finalizers?.filter((one) => one !== finalizer) ?? [];
		yield* note(`controller.${controller}.release`, {key, finalizer, finalizers}, {object});
		const write = update({...metadata, finalizers});
		if (write) {
			yield* write;
		}
	}
}
