/** Words about claims, Services, workloads, deletions and refusals, in English; the other languages have the same entries. */
export const cluster = {
	unbound: 'Pending: no volume is bound to it',
	namesNoVolume: (name: string) => `Pending: it names the volume ${name}, which does not exist`,
	volumes: (names: readonly string[]) => `The cluster's PersistentVolumes: ${names.join(', ') || 'none'}.`,
	classes: (names: readonly string[]) => `The cluster's classes: ${names.join(', ') || 'none'}.`,
	waitsForConsumer: (isUsed: boolean): string =>
		isUsed
			? 'Its volume is created once the Pod that uses it has a node.'
			: 'Its volume is created once a Pod that uses it has a node: apply the Pod.',
	/** @param provisioner as its Event names it */
	noProvisioner: (provisioner: string | undefined) =>
		`${provisioner ?? 'Its provisioner'} does not run in this cluster: install that driver, or use a class whose provisioner runs.`,
	noVolume: (isEmpty: boolean): string =>
		isEmpty
			? 'The cluster has no PersistentVolume.'
			: 'No free PersistentVolume matches its class, access modes and size.',
	selectsNobody: (selector: string) => `selects no Pod: ${selector}`,
	selectsCustom: (selector: string, kind: string, name: string) =>
		`selects no Pod: ${selector}; the controller of ${kind} ${name}, which is not simulated, is assumed to make such Pods`,
	selectsOwnNamespace: (namespace: string) =>
		`Pods with these labels are in the namespace ${namespace}: a Service selects only Pods in its own.`,
	podsHave: (labels: readonly string[]) =>
		labels.length > 0 ? `The Pods of the namespace have ${labels.join(' and ')}.` : 'The namespace has no Pods yet.',
	noNamedPort: (name: string) => `sends nothing to its Pods: none of them has a port named ${name}`,
	nobodyAnswers: (port: number, target: number | string, open: readonly number[]) =>
		`its port ${port} forwards to port ${target} of its Pods, where no container listens; ${open.length === 0 ? 'they listen on no port' : `they listen on ${open.join(', ')}`}`,
	onlyLoopback: (port: number, target: number | string) =>
		`its port ${port} forwards to port ${target} of its Pods, where the program accepts connections on 127.0.0.1 only: set its listen address to 0.0.0.0`,
	closedByPolicy: (port: number, target: number | string, policy: string) =>
		`no client reaches its port ${port}: the NetworkPolicy ${policy} selects its Pods, and no policy has an ingress rule for port ${target}`,
	allowIngress: (target: number | string) => `Add a NetworkPolicy that allows ingress to port ${target} of these Pods.`,
	noDefaultClass: 'it names no class, and no IngressClass is the default: no controller serves it',
	noClass: (name: string) => `there is no IngressClass ${name}: no controller serves it`,
	noClasses: 'The cluster has no IngressClass: install an ingress controller first.',
	noCertificate: (secret: string) =>
		`there is no Secret ${secret}: the ingress controller answers TLS requests with its own default certificate`,
	noLoadBalancer:
		'its EXTERNAL-IP stays <pending>: this cluster has no provider of load balancers, such as a cloud or MetalLB',
	nodePortWorks: (port: number) => `From outside, it answers on port ${port} of every node.`,
	noRole: (kind: string, name: string) => `grants no rights: there is no ${kind} ${name}`,
	noService: (name: string) => `points to the Service ${name}, which does not exist`,
	podNameBelow: (pod: string, service: string, set: string | undefined) =>
		set === undefined
			? `DNS knows ${pod} as ${pod}.${service}.`
			: `The Service that StatefulSet ${set} names does not exist: with serviceName ${service}, DNS knows ${pod} as ${pod}.${service}.`,
	applyService: (name: string, namespace: string) => `Apply a Service named ${name} in the namespace ${namespace}.`,
	applyHeadless: (name: string) =>
		`Apply a headless Service (clusterIP: None) named ${name} that selects the Pods of the StatefulSet: it gives them their names.`,
	noServicePort: (port: number | string | undefined, service: string, ports: string) =>
		`points to port ${port} of the Service ${service}, which has ${ports}`,
	jobDeadline: (seconds: number | undefined) =>
		`activeDeadlineSeconds allows the Job ${seconds} s in total: raise or remove the limit.`,
	podsDeleted:
		'Its Pods are deleted with their logs. With restartPolicy: Never, they stay, and kubectl logs shows the reason.',
	podsTell: (command: string) => `Its Pods say why: ${command}`,
	noTarget: (kind: string, name: string) => `${kind} ${name} does not exist.`,
	needsRequests: 'Utilization is a percentage of the request: every container of the target needs one.',
	noMetrics:
		'No server in this cluster serves metrics.k8s.io, so the number of Pods stays the same; install metrics-server.',
	isDown: (component: string, isPaused: boolean) =>
		`${component} ${isPaused ? 'is paused' : 'is down'}: it does not do its part for this object`,
	startAgain: (component: string, isPaused: boolean) =>
		isPaused
			? `${component} is paused by a fault: heal it.`
			: `${component} has crashed and stays down: start it again.`,
	held: (finalizers: string) => `deleted, but held by ${finalizers}`,
	claimUsed: (pods: readonly string[]) =>
		pods.length === 1
			? `The Pod ${pods.join()} uses it: it is removed when that Pod is gone.`
			: `The Pods ${pods.join(', ')} use it: it is removed when they are gone.`,
	volumeUsed: (claim: string) => `The claim ${claim} is bound to it: it is removed when that claim is gone.`,
	serviceElsewhere: (name: string, namespace: string) =>
		`The Service ${name} is in the namespace ${namespace}: from here, its name is ${name}.${namespace}.`,
	noBase64: (text: string) =>
		`${text} is not base64: put the CA certificate here, encoded, or let cert-manager inject it.`,
	plainSecret: 'The values under data must be base64; stringData takes plain text.',
	finalizerGoes:
		'The controller that added the finalizer removes it when its work is done. If that controller no longer exists:',
	heldInNamespace: (name: string, finalizers: string, more: number) =>
		`${name} is held by its finalizer ${finalizers}${more > 0 ? `; ${more} more ${more === 1 ? 'object is' : 'objects are'} held` : ''}. The controller that added the finalizer removes it when its work is done. If that controller no longer exists:`,
	contentGoes: 'Its objects are being deleted; the namespace is removed after the last one.',
	noNodeMatches: 'no node matches, so it runs no Pods',
	noSelector: 'it has no selector and no EndpointSlice: nothing answers at its address',
	neverDue: (schedule: string) =>
		`it created no Job: ${schedule} is not due within the run, so its template is untested`,
	tryJob: 'Try it with kubectl create job --from=cronjob/NAME.',
	/** The assumptions of a run. */
	assumed: {
		program: (what: string) => `not simulated, assumed to work: ${what}`,
		host: (what: string) => `outside the cluster, assumed to answer: ${what}`,
		user: (what: string) => `the image is unknown; its user is assumed to be a number other than 0: ${what}`,
		secret: (what: string) => `Secret assumed to be created by a program that is not simulated: ${what}`,
		file: (what: string) => `image unknown, assumed to have the file: ${what}`,
		registry: (what: string) => `private registry, assumed to refuse a pull without its Secret: ${what}`,
		tag: (what: string) => `variant of a tag unknown, assumed to exist: ${what}`,
		webhook: (what: string) => `webhook not simulated, assumed to allow each request: ${what}`,
		conversion: (what: string) => `conversion webhook not simulated, assumed to change only the version: ${what}`,
		memory: (what: string) => `memory that an image needs to start, according to its documentation: ${what}`,
		repository: (what: string) =>
			`git repository assumed to be cloned with the files that the containers need: ${what}`,
	},
	restsOn: (assumption: string) => `This rests on an assumption (${assumption}).`,
	rightIn: (kind: string, name: string) => `The ${kind} ${name} lacks this right.`,
	policyLetsNot: (name: string, direction: 'ingress' | 'egress') =>
		`The NetworkPolicy ${name} has no ${direction} rule that allows this.`,
	/** The target for which a container waits, after “waits for”. */
	awaits: {
		unknownName: (host: string) => `${host}, a name that the cluster's DNS does not know`,
		noEndpoints: (service: string) => `the Service ${service}, which has no endpoints`,
		noReadyPods: (service: string) => `the Service ${service}, which has no ready Pod`,
		otherPort: (service: string, port: number) => `port ${port} of the Service ${service}, which has no such port`,
		closedPort: (host: string, pod: string, port: number) => `${host}, but nothing listens on port ${port} of ${pod}`,
		silent: (host: string) => `${host}, which does not answer`,
	},
	waitsFor: (container: string, what: string) => `${container} waits for ${what}`,
	askedFor: (what: string) => `It asked for ${what}.`,
	because: (what: string, cause: string) => `${what}, because ${cause}`,
	servicePorts: (name: string, ports: readonly number[]) =>
		`The Service ${name} has port${ports.length === 1 ? '' : 's'} ${ports.join(', ')}.`,
	placeholder: (text: string) => `${text} is a placeholder: write your own value in its place.`,
	oneOf: (fields: readonly string[]) => `Only one of ${fields.join(' and ')} may be set: remove the other.`,
	noHandler: 'A probe needs one of exec, httpGet, tcpSocket and grpc.',
	didYouMean: (near: string) => `Did you mean ${near}?`,
	isInNamespace: (name: string, namespace: string) => `${name} is in the namespace ${namespace}.`,
	required: (field: string, command: string) => `${field} is required; ${command} explains it.`,
	explains: (command: string) => `${command} explains the field.`,
	takenBy: (other: string, value: string) => `${other} already has ${value}: each needs its own.`,
	noQuantity: (text: string) =>
		`${text} is not a quantity: write bytes with k, M, G or Ki, Mi, Gi, and CPUs as 0.5 or 500m.`,
	withoutName: (kind: string) => `${kind} without a name`,
	giveName: 'Give it a name under metadata.name; kubectl apply does not accept generateName.',
	definitionFirst: (kind: string, file: string) =>
		`${kind} is served once its CustomResourceDefinition (${file}) is established: apply that first, then this.`,
	definitionHere: (command: string) => `In this simulation: ${command}, with this object in its own file.`,
	/** Kinds of values, for an author of YAML. */
	values: {
		number: 'a number',
		string: 'text',
		boolean: 'true or false',
		list: 'a list',
		mapping: 'a mapping',
	},
	served: (kind: string, versions: readonly string[]) => `${kind} is served in ${versions.join(' and ')}.`,
	noKind: (kind: string, version: string) =>
		`No kind ${kind} is served in ${version}: kubectl api-resources lists all kinds.`,
	removedKind: (kind: string, release: string, successor: string) =>
		`Kubernetes ${release} removed ${kind}. Its successor is ${successor}.`,
	nearKind: (near: string, versions: readonly string[]) =>
		`Did you mean ${near}? It is served in ${versions.join(' and ')}.`,
	mustSpecify: (names: readonly string[]) =>
		`The quota counts ${names.join(', ')}: each container must set ${names.length === 1 ? 'it' : 'them'}, or a LimitRange must give defaults.`,
	silentWebhook: (configuration: string | undefined) =>
		configuration === undefined
			? 'The webhook calls a server that does not answer, and its failurePolicy is Fail.'
			: `The ${configuration} calls a server that does not answer, and its failurePolicy is Fail: start the server, or:`,
	listsFields: (command: string) => `${command} lists the fields.`,
	namespaceGoes: (namespace: string) =>
		`The namespace ${namespace} is being deleted: wait until it is gone and create it again, or use another. kubectl get namespace ${namespace} -o yaml shows the reason.`,
	comesLater: (what: string, place: string) =>
		`${what} comes later, at ${place}: kubectl sends documents in order. Put it first, or apply a second time.`,
	namespaceFirst: 'In one file, the Namespace must come before its objects.',
	runtimeClassFirst:
		'A RuntimeClass names a handler on nodes, such as gVisor: apply the RuntimeClass first, or remove the field to use the default runtime.',
	listsPriorityClasses: 'kubectl get priorityclasses lists them.',
	quota: (quota: string, limited: string | undefined, used: string, requested: string) =>
		`The quota ${quota} allows ${limited}; ${used} is in use, and ${requested} more does not fit.`,
	limitRange: (
		bound: string | undefined,
		resource: string,
		scope: string | undefined,
		allowed: string,
		asked: string | undefined,
	) => `A LimitRange of the namespace sets the ${bound} of ${resource} per ${scope} to ${allowed}; this is ${asked}.`,
	podSecurity: (namespace: string, level: string | undefined) =>
		`The namespace ${namespace} enforces the Pod Security Standard ${level}.`,
	giveRole: (command: string) => `Give the user a role: ${command}`,
	showsWhether: (command: string) => `${command} shows whether that worked.`,
	budget: (budget: string, needs: number, has: number) =>
		`The PodDisruptionBudget ${budget} needs ${needs} healthy ${needs === 1 ? 'Pod' : 'Pods'} and has ${has}: it allows no disruption until more are healthy, or until it requires fewer.`,
	webhookDenies: (name: string | undefined) =>
		`The webhook ${name} decides this: the text after "denied the request" comes from it.`,
	wrongType: (wanted: string, found: string, quotes: 'add' | 'block' | 'remove' | undefined) =>
		`The field takes ${wanted}; the file has ${found}${quotes === undefined ? '' : {add: ': put it in quotes', block: ': write it as text, after |', remove: ': remove the quotes'}[quotes]}.`,
	selectorLabels: 'Every label of spec.selector.matchLabels must also be in spec.template.metadata.labels.',
	noMountedVolume: (names: readonly string[], name: string) =>
		`spec.volumes has ${names.join(', ') || 'no volume'}; ${name} is not there.`,
	paused: 'A paused Deployment creates no Pods from its template until it is resumed.',
	serverSide: 'kubectl apply keeps a copy in an annotation, which is too long here: use kubectl apply --server-side.',
	kustomization: (folder: string) => `This file is for kustomize, not for the server: use kubectl apply -k ${folder}.`,
	immutable: 'The field cannot be changed: delete the object and create it again.',
	typeMeta: 'A manifest begins with apiVersion and kind, both text: apiVersion: apps/v1, kind: Deployment.',
};
