import type {Volume, VolumeProjection} from '../../objects/kubernetes.generated.js';

interface Place {
	readonly path: string;
	/** The source of the file; empty if it is the volume itself. */
	readonly source: string;
}

interface Item {
	readonly path: string;
}

const placesOf = (items: readonly Item[] | undefined, source: string): Place[] =>
	(items ?? []).map(({path}) => ({path: path.replace(/\/+$/, ''), source}));

const shown = ({path, source}: Place): string => (source === '' ? `"${path}"` : `"${path}" (${source})`);

const overlap = (one: Place, other: Place): boolean =>
	one.path !== '' &&
	other.path !== '' &&
	(`${one.path}/`.startsWith(`${other.path}/`) || `${other.path}/`.startsWith(`${one.path}/`));

const overlapsOf = (places: readonly Place[]): string[] =>
	places.length < 2
		? []
		: places.flatMap((place, index) =>
				places
					.slice(0, index)
					.filter((other) => overlap(other, place))
					.map((other) => `${shown(place)} with ${shown(other)}`),
			);

const projected = ({
	configMap,
	secret,
	downwardAPI,
	serviceAccountToken,
	clusterTrustBundle,
}: VolumeProjection): Place[] => {
	if (configMap?.items) {
		return placesOf(configMap.items, `ConfigMap "${configMap.name ?? ''}"`);
	}

	if (secret?.items) {
		return placesOf(secret.items, `Secret "${secret.name ?? ''}"`);
	}

	if (downwardAPI?.items) {
		return placesOf(downwardAPI.items, 'DownwardAPI');
	}

	if (serviceAccountToken) {
		return placesOf([serviceAccountToken], 'ServiceAccountToken');
	}

	return clusterTrustBundle
		? placesOf(
				[clusterTrustBundle],
				`ClusterTrustBundle "${clusterTrustBundle.name ?? clusterTrustBundle.signerName ?? ''}"`,
			)
		: [];
};

/** Files of a volume whose paths overlap. @mirrors k8s.io/kubernetes/pkg/api/pod warningsForOverlappingVirtualPaths */
export const overlapWarnings = (volumes: readonly Volume[]): string[] =>
	volumes.flatMap((volume): readonly string[] => (mayOverlap(volume) ? overlapWarningsOf(volume) : nothing));

const nothing: readonly never[] = [];

const mayOverlap = ({configMap, secret, downwardAPI, projected: volume}: Volume): boolean =>
	configMap !== undefined ||
	secret !== undefined ||
	downwardAPI !== undefined ||
	(volume !== undefined && !plainlyProjected.has(volume));

/** Frozen volumes without findings. */
const plainlyProjected = new WeakSet<object>();

const overlapWarningsOf = (volume: Volume): string[] => {
	const {name, configMap, secret, downwardAPI} = volume;
	const warn = (kind: string, overlaps: readonly string[]): string[] =>
		overlaps.map((text) => `volume "${name}" (${kind}): overlapping paths: ${text}`);
	const sources = volume.projected?.sources ?? [];
	const warnings = [
		...(configMap ? warn(`ConfigMap "${configMap.name ?? ''}"`, overlapsOf(placesOf(configMap.items, ''))) : []),
		...(secret ? warn(`Secret "${secret.secretName ?? ''}"`, overlapsOf(placesOf(secret.items, ''))) : []),
		...(downwardAPI ? warn('DownwardAPI', overlapsOf(placesOf(downwardAPI.items, ''))) : []),
		...sources
			.filter((source) => Object.keys(source).length === 0)
			.map(() => `volume "${name}" (Projected) has no sources provided`),
		...(volume.projected ? warn('Projected', overlapsOf(sources.flatMap((source) => projected(source)))) : []),
	];
	if (warnings.length === 0 && volume.projected && Object.isFrozen(volume.projected)) {
		plainlyProjected.add(volume.projected);
	}

	return warnings;
};
