import type {PersistentVolume, PersistentVolumeClaim} from '../../objects/kubernetes.generated.js';

const short: Readonly<Record<string, string>> = {
	ReadWriteOnce: 'RWO',
	ReadOnlyMany: 'ROX',
	ReadWriteMany: 'RWX',
	ReadWriteOncePod: 'RWOP',
};

export const modes = (all: readonly string[] | undefined): string =>
	Object.keys(short)
		.filter((mode) => all?.includes(mode))
		.map((mode) => short[mode])
		.join(',');

const legacyClass = 'volume.beta.kubernetes.io/storage-class';

export const classOf = ({metadata, spec}: PersistentVolume | PersistentVolumeClaim): string =>
	metadata.annotations?.[legacyClass] ?? spec.storageClassName ?? '';
