import type {Container, PodSpec, Volume} from '../../objects/kubernetes.generated.js';

const containerKinds = ['initContainers', 'containers', 'ephemeralContainers'] as const;

/** The container without its stop signal (ContainerStopSignals); an empty lifecycle is removed. */
const withoutStopSignal = <T extends {readonly lifecycle?: Container['lifecycle']}>(container: T): T => {
	const {stopSignal, ...lifecycle} = container.lifecycle ?? {};
	if (stopSignal === undefined) {
		return container;
	}

	const {lifecycle: _, ...rest} = container;
	return (Object.keys(lifecycle).length > 0 ? {...rest, lifecycle} : rest) as T;
};

/** ClusterTrustBundleProjection and PodCertificateRequest. */
const withoutCertificates = (volume: Volume): Volume => {
	const sources = volume.projected?.sources;
	if (!sources?.some(({clusterTrustBundle, podCertificate}) => clusterTrustBundle ?? podCertificate)) {
		return volume;
	}

	return {
		...volume,
		projected: {
			...volume.projected,
			sources: sources.map((source) => {
				const {clusterTrustBundle, podCertificate, ...kept} = source;
				return clusterTrustBundle || podCertificate ? kept : source;
			}),
		},
	};
};

/**
A Pod's spec without the fields of features that v1.36 has but does not enable: the server drops them at creation.

@mirrors k8s.io/kubernetes/pkg/api/pod dropDisabledFields
*/
export const withoutDisabledFields = (spec: PodSpec): PodSpec => {
	let kept = spec;
	if (spec.schedulingGroup !== undefined) {
		// GenericWorkload
		const {schedulingGroup: _, ...others} = spec;
		kept = others;
	}

	for (const kind of containerKinds) {
		if (spec[kind]?.some(({lifecycle}) => lifecycle?.stopSignal !== undefined)) {
			kept = {...kept, [kind]: spec[kind].map((container) => withoutStopSignal(container))};
		}
	}

	const volumes = spec.volumes?.map((volume) => withoutCertificates(volume));
	return volumes?.some((volume, index) => volume !== spec.volumes?.[index]) ? {...kept, volumes} : kept;
};
