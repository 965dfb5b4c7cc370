import type {Routine} from '../../kernel/routine.js';
import {ApiError} from '../../client/errors.js';
import {keyOf} from '../../client/informer.js';
import type {Pod, Volume} from '../../objects/kubernetes.generated.js';
import {isControlledBy, ownerReference} from '../../objects/owner.js';
import {registryKey} from '../../objects/resources.js';
import {note} from '../../stages/note.js';
import type {Controller, Tools} from '../controller.js';
import {allow} from '../controller-roles.js';

const stage = 'controller.ephemeral-volume.sync';

const ownVolumes = (pod: Pod): readonly Volume[] =>
	pod.metadata.deletionTimestamp === undefined ? (pod.spec?.volumes ?? []).filter(({ephemeral}) => ephemeral) : [];

/** Creates the claims that Pods define in their own volumes: they live as long as the Pod. @see https://kubernetes.io/docs/concepts/storage/ephemeral-volumes/#generic-ephemeral-volumes */
export const ephemeralVolume: Controller = {
	name: 'ephemeral-volume',
	reportsAs: 'ephemeral_volume',
	account: 'ephemeral-volume-controller',
	rules: [
		allow('get list watch', 'pods'),
		allow('update', 'pods/finalizers'),
		allow('create get list watch', 'persistentvolumeclaims'),
		allow('create patch update', 'events', 'core events.k8s.io'),
	],
	build: (tools) => ({
		handlers: {
			pods: ({type, object}) => (type !== 'DELETED' && ownVolumes(object).length > 0 ? [keyOf(object)] : []),
			persistentvolumeclaims({type, object}) {
				// A claim that was deleted while its Pod exists is created again.
				const owner = object.metadata.ownerReferences?.find(({kind, controller}) => kind === 'Pod' && controller);
				return type === 'DELETED' && owner ? [`${object.metadata.namespace}/${owner.name}`] : [];
			},
		},
		*sync(key) {
			const pod = tools.informer('pods').getByKey(key);
			if (!pod || pod.metadata.deletionTimestamp !== undefined) {
				yield* note(stage, {case: 'gone', key});
				return;
			}

			for (const volume of ownVolumes(pod)) {
				try {
					yield* makeClaim(tools, pod, volume);
				} catch (error) {
					if (error instanceof ApiError) {
						const message = `ephemeral volume ${volume.name}: ${error.message}`;
						yield* tools.recorder.event(pod, 'Warning', 'FailedBinding', message);
					}

					throw error;
				}
			}
		},
	}),
};

function* makeClaim({client, informer, recorder}: Tools, pod: Pod, {name: volume, ephemeral}: Volume): Routine {
	const {namespace} = pod.metadata;
	const name = `${pod.metadata.name}-${volume}`;
	const object = registryKey('persistentvolumeclaims', namespace, name);
	const existing = informer('persistentvolumeclaims').get(namespace, name);
	if (existing) {
		const isOwn = isControlledBy(existing, pod);
		yield* note(
			stage,
			{case: 'present', pod: pod.metadata.name, isOwn},
			isOwn ? {object} : {object, outcome: 'refused'},
		);
		if (!isOwn) {
			const message = `ephemeral volume ${volume}: PVC ${namespace}/${name} was not created for pod ${namespace}/${pod.metadata.name} (pod is not owner)`;
			yield* recorder.event(pod, 'Warning', 'FailedBinding', message);
		}

		return;
	}

	const template = ephemeral?.volumeClaimTemplate;
	if (!template) {
		return;
	}

	const {metadata: {labels, annotations} = {}, spec} = template;
	yield* note(stage, {case: 'create', pod: pod.metadata.name, volume, spec}, {object});
	yield* client.create('persistentvolumeclaims', namespace, {
		apiVersion: 'v1',
		kind: 'PersistentVolumeClaim',
		metadata: {
			name,
			namespace,
			...(annotations ? {annotations} : {}),
			...(labels ? {labels} : {}),
			ownerReferences: [ownerReference(pod)],
		},
		spec,
	});
}
