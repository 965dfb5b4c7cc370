/** Facts of what the user does to the cluster. */
export interface ClusterFacts {
	'fault.*': {
		readonly process: string;
		/** No process of this name was started yet. */
		readonly isUnknown?: true;
	};
}
