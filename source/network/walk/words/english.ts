const ordinal = (count: number): string => {
	if (count === 2) {
		return '2nd';
	}

	if (count === 3) {
		return '3rd';
	}

	return `${count}th`;
};

/** The sentences about a packet's path, in English; the other languages have the same entries. */
export const english = {
	/** The sender, when none is named. */
	outside: (name: string, ip: string, to: string) => `${name}, outside the cluster, ${ip} → ${to}`,
	onNode: (node: string, ip: string, to: string) => `a process on ${node}, ${ip} → ${to}`,
	ofNode: (name: string, node: string, ip: string, to: string) => `${name}, in the network of ${node}, ${ip} → ${to}`,
	/** @param by interfaces on its way out */
	inPod: (name: string, ip: string, to: string, by: string) => `Pod ${name}, ${ip} → ${to}; out via ${by}`,
	/** @param asked how many names the resolver has asked for */
	resolved: (server: string, asked: number, name: string, addresses: string) =>
		`${server} answers ${asked === 1 ? 'at once' : `on the ${ordinal(asked)} try`}: ${name} is ${addresses}`,
	unresolved: (server: string, asked: number, host: string) =>
		`${server} resolves none of the ${asked} names tried for ${host}`,
	silent: (server: string) => `${server} does not answer`,
	balancer: (ip: string, node: string) => `the load balancer of ${ip} sends the packet to ${node}`,
	sourceRanges: (service: string, ip: string) => `loadBalancerSourceRanges of ${service} do not include ${ip}: dropped`,
	noPort: 'the address is a cluster IP, but no Service has this port: rejected',
	closedNodePort: 'no rule for this port of the node, and nothing listens there',
	noRule: (ip: string) => `no rule matches ${ip}: the destination stays the same`,
	noLocalEndpoint: (service: string) => `${service} has no endpoint on this node: dropped`,
	noEndpoints: (service: string) => `${service} has no endpoints: rejected`,
	picks: (service: string, endpoint: string) => `${service}: ${endpoint}, picked at random`,
	remembers: (service: string, client: string, endpoint: string) =>
		`${service}: ${client} is remembered and stays with ${endpoint}`,
	noRulesYet: 'kube-proxy has not written any rules here yet',
	destination: (from: string, to: string) => `destination ${from} → ${to}`,
	source: (from: string, to: string) => `source ${from} → ${to}: masqueraded`,
	conntrack: (changes: readonly string[]) =>
		`${changes.join('; ')}; conntrack remembers ${changes.length === 1 ? 'the change' : 'both changes'}`,
	policyPasses: (direction: 'ingress' | 'egress', pod: string) => `${direction} of ${pod}: a rule allows it`,
	/** @param to its target, if the direction is out */
	policyRefuses: (direction: 'ingress' | 'egress', pod: string, to: string | undefined) =>
		`${direction} of ${pod}: isolated, and no rule allows it${to === undefined ? '' : ` to ${to}`}`,
	notEnforced: (says: string) => `${says}; but this network plug-in enforces no NetworkPolicy`,
	route: {
		bridge: (ip: string) => `${ip} is in the range of this node: to cni0`,
		overlay: (ip: string, device: string) => `${ip} is in the range of another node: into ${device}`,
		none: (ip: string) => `no route to ${ip}: flannel has not learned of its node, or has forgotten it`,
		default: (ip: string) => `${ip} is not in the range of any node: out via the default route`,
	},
	noNeighbour: (ip: string) => `cni0 asks for the owner of ${ip} and gets no answer: no Pod has the address any more`,
	to: (pod: string) => `to ${pod}`,
	eth0: (peer: string, pod: string) => `cni0 → ${peer} → eth0 of ${pod}`,
	overlay: (from: string, to: string) =>
		`VXLAN 1 from ${from} to ${to}, which unpacks the inner packet and hands it to its cni0`,
	closing: (container: string, port: number) =>
		`${container} has stopped accepting on port ${port}: connection refused`,
	nobodyListens: (port: number) => `no process listens on port ${port}: connection refused`,
	accepts: (container: string, pod: string, port: number) =>
		`${container} of ${pod} listens on port ${port} and accepts`,
	backRewritten: (node: string, endpoint: string, address: string) =>
		`the same way back: conntrack on ${node} makes ${endpoint} look like ${address} again`,
	back: 'the same way back; no address was rewritten',
	noIngress: (host: string) => `no Ingress has a rule for ${host}: 404`,
	noUpstream: (service: string) => `the controller has no upstream for ${service}: 503`,
	upstream: (endpoint: string) => `the controller sends straight to ${endpoint}, not to the Service`,
	/** The proxy of a mesh beside a container. */
	sidecar: {
		picks: (pod: string, service: string, endpoint: string) =>
			`out of ${pod} through its proxy, which picks ${endpoint} of ${service}: the rules of kube-proxy are not used`,
		hasNone: (pod: string, service: string) => `the proxy of ${pod} has no endpoint of ${service}: 503`,
		takesIn: (pod: string) => `into ${pod} through its proxy, which hands the packet to the container`,
	},
	arrives: 'arrives',
	answers: (pod: string) => `${pod} answers`,
	/** The late component behind a lost request. @param ago the time since its last update, with unit */
	lag: {
		kubeProxy: (node: string) => `kube-proxy on ${node}`,
		ingress: 'the ingress controller',
		mesh: (pod: string) => `the mesh, which configures the sidecar of ${pod},`,
		notWithdrawn: (endpoint: string) =>
			`the EndpointSlice still lists ${endpoint} as ready: its controller has not seen the deletion yet`,
		late: (who: string, endpoint: string, ago: string, step: number) =>
			`${who} is late: the EndpointSlice withdrew ${endpoint} ${ago} ago, at #${step}`,
		noPods: 'nothing is late: the EndpointSlice lists no Pods',
		noneReady: (pods: number) =>
			`nothing is late: the EndpointSlice lists ${pods} Pod${pods === 1 ? '' : 's'}, none of them ready`,
		hasReady: (ago: string, step: number) =>
			`kube-proxy is late: the EndpointSlice has had a ready Pod for ${ago}, since #${step}`,
		rules: (node: string, address: string) => `kube-proxy on ${node} is late, or no Service has ${address}`,
		dns: (ago: string, step: number) => `CoreDNS is late: the Service was created ${ago} ago, at #${step}`,
	},
};
