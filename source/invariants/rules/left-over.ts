import type {PersistentVolume, PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';
import {isObject} from '../../objects/kubernetes-object.js';
import {nameOf} from '../known.js';
import type {Rule} from '../rule.js';
import {isAtWork, runs} from '../second-reading.js';

const orphans: Rule = {
	name: 'at rest, no object has only owners that are gone',
	source: 'https://kubernetes.io/docs/concepts/architecture/garbage-collection/#owners-dependents',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'garbage-collector') || known.isTakenOver) {
				return;
			}

			const all = known.kernel.ledger.entries('/registry/');
			const uids = new Set(all.flatMap(([, object]) => (isObject(object) ? [object.metadata.uid] : [])));
			for (const [key, object] of all) {
				const owners = isObject(object) ? (object.metadata.ownerReferences ?? []) : [];
				const isHeld = isObject(object) && (object.metadata.finalizers ?? []).length > 0;
				if (
					owners.length > 0 &&
					owners.every(({uid}) => !uids.has(uid)) &&
					!isHeld &&
					!key.startsWith('/registry/events/')
				) {
					broken(key, `${owners.map(({kind, name}) => `${kind} ${name}`).join(' and ')} is gone`);
				}
			}
		},
	}),
};

const namespaces: Rule = {
	name: 'at rest, a namespace has its default service account and the root certificate, and one that is being deleted has only what finalizers hold',
	source: 'https://kubernetes.io/docs/concepts/overview/working-with-objects/namespaces/',
	watch: (known) => ({
		atRest(broken) {
			const {ledger} = known.kernel;
			for (const [key, {metadata, status}] of known.all('namespaces')) {
				const {name} = metadata;
				const isLeaving = metadata.deletionTimestamp !== undefined || status?.phase === 'Terminating';
				if (!isLeaving && runs(known, 'serviceaccount') && !ledger.read(`/registry/serviceaccounts/${name}/default`)) {
					broken(key, 'it has no service account default');
				} else if (
					!isLeaving &&
					runs(known, 'root-ca-certificate-publisher') &&
					!ledger.read(`/registry/configmaps/${name}/kube-root-ca.crt`)
				) {
					broken(key, 'it has no kube-root-ca.crt');
				} else if (isLeaving && runs(known, 'namespace') && known.isCalm) {
					const free = ledger
						.entries('/registry/')
						.find(
							([at, object]) =>
								isObject(object) &&
								object.metadata.namespace === name &&
								(object.metadata.finalizers ?? []).length === 0 &&
								!at.startsWith('/registry/events/') &&
								!at.startsWith('/registry/pods/'),
						);
					if (free) {
						broken(key, `${free[0]} is still in it`);
					}
				}
			}
		},
	}),
};

const isFor = ({spec}: PersistentVolume, {metadata}: PersistentVolumeClaim): boolean =>
	spec.claimRef?.uid === metadata.uid;

const bindings: Rule = {
	name: 'at rest, a claim and its volume name each other, and a released volume goes as its policy says',
	source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding',
	watch: (known) => ({
		atRest(broken) {
			const claims = [...known.all('persistentvolumeclaims')];
			const volumes = [...known.all('persistentvolumes')];
			for (const [key, claim] of runs(known, 'persistentvolume-binder') ? claims : []) {
				const volume = volumes.find(([, {metadata}]) => metadata.name === claim.spec.volumeName)?.[1];
				if (claim.status?.phase === 'Bound' && !(volume && isFor(volume, claim))) {
					broken(key, `it is bound, and ${claim.spec.volumeName} is for ${volume?.spec.claimRef?.name ?? 'nothing'}`);
				}
			}

			for (const [key, volume] of runs(known, 'persistentvolume-binder') && known.isCalm ? volumes : []) {
				const {claimRef, csi, persistentVolumeReclaimPolicy} = volume.spec;
				const isClaimed = claims.some(([, claim]) => isFor(volume, claim));
				const driver = csi?.driver ?? '';
				if (claimRef?.uid && !isClaimed && volume.status?.phase === 'Bound') {
					broken(key, `it is bound, and the claim ${claimRef.name} is gone`);
				} else if (
					claimRef?.uid &&
					!isClaimed &&
					persistentVolumeReclaimPolicy === 'Delete' &&
					isAtWork(known, `csi-provisioner/${driver}`) &&
					volume.metadata.annotations?.['pv.kubernetes.io/provisioned-by'] === driver
				) {
					broken(key, `the claim ${claimRef.name} is gone`);
				}
			}
		},
	}),
};

const oneClaim: Rule = {
	name: 'a volume is given to one claim',
	source: 'https://kubernetes.io/docs/concepts/storage/persistent-volumes/#binding',
	watch: (known) => ({
		changes: {
			persistentvolumes({key, before, after}, _stop, broken) {
				const [old, now] = [before?.spec.claimRef?.uid, after?.spec.claimRef?.uid];
				const isThere = [...known.all('persistentvolumeclaims').values()].some(({metadata}) => metadata.uid === old);
				if (old && now && old !== now && isThere) {
					broken(key, `it is given to another claim than ${before?.spec.claimRef?.name}`);
				}
			},
			persistentvolumeclaims({key, before, after}, _stop, broken) {
				const name = after?.spec.volumeName;
				if (name === undefined || name === before?.spec.volumeName) {
					return;
				}

				const other = [...known.all('persistentvolumeclaims')].find(
					([at, {spec}]) => at !== key && spec.volumeName === name,
				);
				if (other) {
					broken(key, `${nameOf(other[0])} has ${name}`);
				}
			},
		},
	}),
};

const attachments: Rule = {
	name: 'at rest, a volume is attached where a Pod uses it',
	source: 'k8s.io/kubernetes/pkg/controller/volume/attachdetach',
	watch: (known) => ({
		atRest(broken) {
			if (!runs(known, 'persistentvolume-attach-detach') || !known.isCalm) {
				return;
			}

			for (const [key, {spec, metadata}] of known.all('volumeattachments')) {
				const volume = known
					.all('persistentvolumes')
					.get(`/registry/persistentvolumes/${spec.source.persistentVolumeName ?? ''}`);
				const {namespace = '', name = ''} = volume?.spec.claimRef ?? {};
				const user = [...known.all('pods').values()].find(
					(pod) =>
						pod.metadata.namespace === namespace &&
						pod.spec.nodeName === spec.nodeName &&
						!['Succeeded', 'Failed'].includes(pod.status?.phase ?? '') &&
						pod.spec.volumes?.some(
							(one) =>
								one.persistentVolumeClaim?.claimName === name ||
								(one.ephemeral && `${pod.metadata.name}-${one.name}` === name),
						),
				);
				if (volume && !user && isAtWork(known, `csi-attacher/${spec.attacher}`)) {
					broken(
						key,
						`no Pod on ${spec.nodeName} uses ${volume.metadata.name}${metadata.deletionTimestamp ? ', and it stays' : ''}`,
					);
				}
			}
		},
	}),
};

/** Rules about leftovers that nothing needs any more. */
export const leftOverRules: readonly Rule[] = [orphans, namespaces, bindings, oneClaim, attachments];
