import type {CatalogueKey} from './catalogue.js';

/** The first word of a stage: its component. */
type Root = CatalogueKey extends infer Key ? (Key extends `${infer First}.${string}` ? First : Key) : never;

/** The components of the map, in the order of a Pod's path, with the first words of the stages that belong to each. */
export const areas = {
	kubectl: ['kubectl'],
	apiserver: ['apiserver'],
	etcd: ['etcd'],
	controllers: ['controller', 'endpoints', 'cluster-autoscaler', 'cloud', 'kwok'],
	scheduler: ['scheduler'],
	kubelet: ['kubelet', 'cri', 'cni', 'csi', 'dra', 'container'],
	net: ['kube-proxy', 'dns', 'ingress', 'mesh', 'external-dns', 'traffic'],
} as const satisfies Readonly<Record<string, readonly Root[]>>;

/** A component of the map. */
export type Area = keyof typeof areas;

/** All components of the map, in its order. */
export const areaNames = Object.keys(areas) as readonly Area[];

const areaOfRoot: ReadonlyMap<string, Area> = new Map(
	areaNames.flatMap((area) => areas[area].map((root) => [root, area] as const)),
);

/** The component of a stage in the map; `undefined` if several components do this work. */
export const areaOfStage = (stage: string): Area | undefined => areaOfRoot.get(stage.split('.', 1)[0] ?? '');
