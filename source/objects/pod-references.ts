import type {Container, Pod} from './kubernetes.generated.js';

type Test = (name: string) => boolean;

const inContainers = (pod: Pod, test: (container: Container) => boolean): boolean => {
	const {containers, initContainers, ephemeralContainers} = pod.spec;
	return (
		(containers ?? []).some((container) => test(container)) ||
		(initContainers ?? []).some((container) => test(container)) ||
		(ephemeralContainers ?? []).some((container) => test(container))
	);
};

const holds = (name: string | undefined, test: Test): boolean => name !== undefined && name !== '' && test(name);

/**
Whether a test holds for a Secret of the Pod: in a volume of any kind, in a variable, or for pulling its images.

@mirrors podutil.VisitPodSecretNames
*/
export const somePodSecret = (pod: Pod, test: Test): boolean =>
	(pod.spec.imagePullSecrets ?? []).some(({name}) => holds(name, test)) ||
	(pod.spec.volumes ?? []).some(
		({secret, projected, csi, azureFile, cephfs, flexVolume, rbd, scaleIO, iscsi, storageos}) =>
			holds(secret?.secretName, test) ||
			holds(csi?.nodePublishSecretRef?.name, test) ||
			holds(azureFile?.secretName, test) ||
			(projected?.sources ?? []).some((source) => holds(source.secret?.name, test)) ||
			[cephfs, flexVolume, rbd, scaleIO, iscsi, storageos].some((source) => holds(source?.secretRef?.name, test)),
	) ||
	inContainers(
		pod,
		({env, envFrom}) =>
			(env ?? []).some(({valueFrom}) => holds(valueFrom?.secretKeyRef?.name, test)) ||
			(envFrom ?? []).some(({secretRef}) => holds(secretRef?.name, test)),
	);

/**
Whether a test holds for a ConfigMap of the Pod.

@mirrors podutil.VisitPodConfigmapNames
*/
export const somePodConfigMap = (pod: Pod, test: Test): boolean =>
	(pod.spec.volumes ?? []).some(
		({configMap, projected}) =>
			holds(configMap?.name, test) || (projected?.sources ?? []).some((source) => holds(source.configMap?.name, test)),
	) ||
	inContainers(
		pod,
		({env, envFrom}) =>
			(env ?? []).some(({valueFrom}) => holds(valueFrom?.configMapKeyRef?.name, test)) ||
			(envFrom ?? []).some(({configMapRef}) => holds(configMapRef?.name, test)),
	);
