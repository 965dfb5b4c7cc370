import type {ObjectMeta} from '../../objects/kubernetes.generated.js';

const staticSuffix = '.static.k8s.io';

/** The names that manifests on the disk of the server may have; the feature gate ManifestBasedAdmissionControlConfig is off by default in v1.36. */
export const staticNameWarnings = ({metadata}: {readonly metadata: ObjectMeta}): readonly string[] =>
	metadata.name?.endsWith(staticSuffix)
		? [
				`metadata.name: names ending with "${staticSuffix}" are reserved for static manifest-based configurations and cannot be managed via the API`,
			]
		: [];
