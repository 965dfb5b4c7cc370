import type {Draft, TypeDefaults} from '../defaults/type-defaults.js';

const pending = (draft: Draft): void => {
	draft.phase ||= 'Pending';
};

/** The keys come from the object; a value that is not text is left to the decoder. */
const encoded = (data: Draft): Draft =>
	Object.fromEntries(Object.entries(data).map(([key, value]) => [key, Buffer.from(String(value)).toString('base64')]));

/** Defaults of volumes, claims and of what holds data. @mirrors k8s.io/kubernetes/pkg/apis/{core,storage}/v1 defaults.go */
export const storageDefaults: TypeDefaults = {
	'core.v1.Secret': (draft) => {
		draft.type ||= 'Opaque';
		// `stringData` is for writing only: what it holds is kept in `data`.
		if (draft.stringData) {
			draft.data = {...draft.data, ...encoded(draft.stringData)};
			delete draft.stringData;
		}
	},
	'core.v1.PersistentVolumeSpec': (draft) => {
		draft.persistentVolumeReclaimPolicy ||= 'Retain';
		draft.volumeMode ??= 'Filesystem';
	},
	'core.v1.PersistentVolumeStatus': pending,
	'core.v1.PersistentVolumeClaimSpec': (draft) => {
		draft.volumeMode ??= 'Filesystem';
	},
	'core.v1.PersistentVolumeClaimStatus': pending,
	'storage.v1.StorageClass': (draft) => {
		draft.reclaimPolicy ??= 'Delete';
		draft.volumeBindingMode ??= 'Immediate';
	},
	'storage.v1.CSIDriverSpec': (draft) => {
		draft.attachRequired ??= true;
		draft.podInfoOnMount ??= false;
		draft.storageCapacity ??= false;
		draft.fsGroupPolicy ??= 'ReadWriteOnceWithFSType';
		if ((draft.volumeLifecycleModes?.length ?? 0) === 0) {
			draft.volumeLifecycleModes = ['Persistent'];
		}

		draft.requiresRepublish ??= false;
		draft.seLinuxMount ??= false;
	},
};
