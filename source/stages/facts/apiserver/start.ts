/** Facts of the apiserver's start. */
export interface StartFacts {
	'apiserver.start':
		/** The servers that are tried in order. */
		| {readonly chain: readonly string[]}
		/** The plug-ins that decide about requests: the enabled admission plug-ins and, if flags name them, the authorizers in their order. */
		| {readonly authorizers?: readonly string[]; readonly admission: readonly string[]}
		/** The ranges of cluster IPs, one per family, if not IPv4 alone. */
		| {readonly serviceCIDR: readonly string[]}
		/** The paths of the OpenAPI documents. */
		| {readonly paths: readonly string[]}
		/** A group version, with the plural names of its resources. */
		| {readonly group: string; readonly resources: readonly string[]}
		/** The number of a new cluster's initial objects, and of those from another cluster. */
		| {readonly objects: number; readonly revision: number; readonly dumped?: number}
		/** The apiserver restarts, with its earlier state. */
		| {readonly revision: number};
	/** Whether another server can be reached that serves a part of the API. */
	'apiserver.apiservice':
		/** Its server is called. */
		| {readonly apiService: string; readonly url: string}
		| {
				readonly apiService: string;
				readonly before: unknown;
				readonly after: unknown;
				readonly available?: true;
				readonly reason: string | undefined;
				readonly message: string | undefined;
		  };
	'apiserver.definition':
		| {
				readonly definition: string;
				readonly group: string;
				readonly before: unknown;
				readonly after: unknown;
				readonly names: {readonly plural?: string} | undefined;
				/** The reason why its names are not accepted. */
				readonly refusal?: string;
		  }
		/** A definition is being deleted: the number of deleted objects of its kind, and of blocked ones. */
		| {readonly definition: string; readonly kind: string; readonly deleted: number; readonly left: number};
}
