import type {Volume, VolumeProjection} from '../../objects/kubernetes.generated.js';

interface Place {
	readonly path: string;
	/** The source that puts the file there; empty if the volume itself does. */
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

// Frozen values are checked once: Pods share the volume of their token.
const overlapsKnown = new WeakMap<object, string[]>();

const overlapsInside = (volume: NonNullable<Volume['projected']>): string[] => {
	let overlaps = overlapsKnown.get(volume);
	if (!overlaps) {
		overlaps = overlapsOf((volume.sources ?? []).flatMap((source) => projected(source)));
		if (Object.isFrozen(volume)) {
			overlapsKnown.set(volume, overlaps);
		}
	}

	return overlaps;
};

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
	volumes.flatMap((volume) => {
		const {name, configMap, secret, downwardAPI} = volume;
		const warn = (kind: string, overlaps: readonly string[]): string[] =>
			overlaps.map((text) => `volume "${name}" (${kind}): overlapping paths: ${text}`);
		const sources = volume.projected?.sources ?? [];
		return [
			...(configMap ? warn(`ConfigMap "${configMap.name ?? ''}"`, overlapsOf(placesOf(configMap.items, ''))) : []),
			...(secret ? warn(`Secret "${secret.secretName ?? ''}"`, overlapsOf(placesOf(secret.items, ''))) : []),
			...(downwardAPI ? warn('DownwardAPI', overlapsOf(placesOf(downwardAPI.items, ''))) : []),
			...sources
				.filter((source) => Object.keys(source).length === 0)
				.map(() => `volume "${name}" (Projected) has no sources provided`),
			...(volume.projected ? warn('Projected', overlapsInside(volume.projected)) : []),
		];
	});
