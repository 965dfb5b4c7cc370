/** Facts of how the apiserver comes up. */
export interface StartFacts {
	'apiserver.start':
		/** The servers that are tried one after the other. */
		| {readonly chain: readonly string[]}
		/** The plug-ins that decide about requests: the enabled admission plug-ins and, if flags name them, the authorizers in their order. */
		| {readonly authorizers?: readonly string[]; readonly admission: readonly string[]}
		/** Where cluster IPs come from, a range of each family, where those are not IPv4 alone. */
		| {readonly serviceCIDR: readonly string[]}
		/** Where the OpenAPI documents are. */
		| {readonly paths: readonly string[]}
		/** A group version, with the plural names of its resources. */
		| {readonly group: string; readonly resources: readonly string[]}
		/** How many objects a new cluster starts with, and how many of them are another cluster's. */
		| {readonly objects: number; readonly revision: number; readonly dumped?: number}
		/** The apiserver comes up again, on the state that it left. */
		| {readonly revision: number};
	/** Whether another server can be reached that serves a part of the API. */
	'apiserver.apiservice':
		/** Its server is asked. */
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
				/** Why its names are not accepted. */
				readonly refusal?: string;
		  }
		/** A definition is being deleted: how many objects of its kind have gone, and how many are held back. */
		| {readonly definition: string; readonly kind: string; readonly deleted: number; readonly left: number};
}
