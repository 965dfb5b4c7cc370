/** `the key mode`, `the keys a, b`. */
const keyList = (keys: readonly string[]): string => `the ${keys.length === 1 ? 'key' : 'keys'} ${keys.join(', ')}`;

/** Words about Pods in trouble, in English; the other languages have the same entries. */
export const pods = {
	container: (name: string) => `container ${name}`,
	initContainer: (name: string) => `init container ${name}`,
	/** Signals and exit codes. */
	cannotBeExecuted: 'The command exists but cannot be executed: check its permissions.',
	commandNotFound: 'The command was not found: check `command` and the image.',
	crashed: 'The program crashed (SIGSEGV).',
	outOfMemory: 'It used more memory than its limit allows.',
	endedAlways: (hasCommand: boolean) =>
		`It exited on its own, and the kubelet keeps restarting it: ${hasCommand ? 'give it a command that keeps running' : 'the image starts no program that keeps running, so give it a command'}, or use a Job.`,
	endedByItself: 'It exited on its own.',
	initMustSucceed: 'The containers after it start only when it exits with 0.',
	exited: (container: string, code: number, reason: string, restarts: number) =>
		`${container} exited with code ${code} (${reason})${restarts === 0 ? '' : `, ${restarts} restart${restarts === 1 ? '' : 's'} so far`}`,
	restartsSoFar: (restarts: number) => `, ${restarts} restart${restarts === 1 ? '' : 's'} so far`,
	printed: (line: string) => `It printed: ${line}`,
	ofBrokenTemplate: (pod: string, set: string) =>
		`${pod} is not ready, and still has the previous template of StatefulSet ${set}`,
	forcedRollback:
		'A StatefulSet updates no Pod while one is not ready, even if the new template would fix it. Delete that Pod: the controller creates it again from the new template.',
	output: (command: string) => `Its output: ${command}`,
	hookFails: 'The kubelet kills a container whose postStart hook fails: fix the hook or remove it.',
	hookRuns: (container: string) =>
		`${container} is running, but its postStart hook has not ended: until then it does not count as started`,
	hookEnds: 'The kubelet waits until the hook ends: work that keeps running belongs in its own container.',
	rejected: 'The kubelet of its node refuses it: the Pod has failed, and only a new Pod can run.',
	/** @param kind of its controller */
	rejectedAgain: (kind: string) =>
		`The kubelet of its node refuses it. The ${kind} creates another Pod at once, and the kubelet refuses that one too.`,
	noProgram: (program: string) => `The image has no executable ${program}: check \`command\`, \`args\` and the image.`,
	cannotStart: 'The runtime cannot start the program: check `command`, `args` and the files of the image.',
	podDeadline: (seconds: number) =>
		`activeDeadlineSeconds ends the Pod after ${seconds} s, finished or not: raise or remove the limit.`,
	wroteTooMuch:
		'It wrote more to its node than its limit allows: raise the limit, write less, or write to a PersistentVolumeClaim.',
	nodeShutDown: 'Its node shut down, and no controller replaces the Pod: a Deployment, StatefulSet or Job would.',
	evicted: 'The node ran short of a resource that the Pod uses: request as much as the Pod uses, or use less.',
	losesAnswers: (container: string) => `${container} got answers to its earlier requests, but not to its last one`,
	waitsInVain: (container: string) => `${container} waits for an answer that does not come`,
	failsOften: (message: string, container: string, failures: number) =>
		`${message.replace(/:$/, '')}, each time so far: the kubelet restarts ${container} after ${failures} failure${failures === 1 ? '' : 's'} in a row`,
	volumeOn: (volume: string, key: string, values: readonly string[]) =>
		`The volume ${volume} can be reached only from nodes with ${key} ${values.join(' or ')}.`,
	initRuns: (container: string, seconds: number) =>
		`${container} has been running for ${seconds} s, and the containers after it wait until it ends`,
	completed: (completed: string, runs: string) =>
		`${completed} has completed, but ${runs} keeps running: a Pod is Ready only while all its containers are`,
	runsOn: (container: string, seconds: number) =>
		`${container} has been running for ${seconds} s: the Job is complete once it exits with 0`,
	/** About a program that fails its probe. */
	notListeningYet:
		'The program is not listening yet when the kubelet gives up: allow more time with a startupProbe or initialDelaySeconds.',
	/** @param path as the program printed it */
	fileOf: (path: string, key: string, source: string) => `${path} comes from the key ${key} of ${source}.`,
	hides: (mountPath: string, volume: string, file: string) =>
		`The volume ${volume} hides the image's files in ${mountPath}, but has no ${file}.`,
	noToken: 'The Pod gets no token because automountServiceAccountToken is false.',
	noTokenOf: (account: string) =>
		`The Pod gets no token because automountServiceAccountToken of the ServiceAccount ${account} is false.`,
	readOnlyMount: (path: string) => `The mount at ${path} is readOnly: programs cannot write there.`,
	scriptWithoutC: (shell: string) => `Without -c, ${shell} takes the script for the name of a file.`,
	portTaken: (port: number, others: readonly string[]) =>
		`The containers of a Pod share its ports, and ${others.join(' or ')} already listens on ${port}.`,
	/** A file is mounted over a folder of the image. */
	fileOverFolder: (path: string, file: string) =>
		`The image has a folder at ${path}, but ${file} is a file: end mountPath with the name of the file.`,
	/** A folder is mounted over a file of the image. */
	folderOverFile: (path: string, volume: string) =>
		`The image has a file at ${path}, but the volume ${volume} is a folder: name one of its files in subPath.`,
	/** A subPath that a volume lacks becomes a folder. */
	subPathCreated: (path: string, volume: string, subPath: string) =>
		`The volume ${volume} has no ${subPath}: the kubelet creates a folder with that name, but the image has a file at ${path}.`,
	portOfNode: (port: number, node: string, other: string) =>
		`Pods with hostNetwork share the ports of their node, and ${other} already has port ${port} of ${node}: run one per node, as a DaemonSet does.`,
	serviceLink: (variable: string, service: string) =>
		`The Pod has the variable ${variable} from the Service ${service}; enableServiceLinks: false leaves such variables out.`,
	inOtherNamespace: (name: string, namespace: string) =>
		`${name} is in the namespace ${namespace}: a Pod can use only objects in its own namespace.`,
	notItsFile: (file: string, user: number) =>
		`The image does not let user ${user} use ${file}. Many images have a variant for other users, such as nginxinc/nginx-unprivileged.`,
	notItsVolume: 'The volume belongs to root: fsGroup gives it to a group of the program.',
	shouldBeInit:
		'Work that runs once, before the others start, belongs in an init container: move it to `spec.initContainers`.',
	gateClosed: (type: string) => `its containers are ready, but the readiness gate ${type} is not True`,
	gateOwner: (type: string) => `The controller responsible for ${type} must set this condition in the Pod's status.`,
	bitnamiTags: (legacy: string) =>
		`docker.io/bitnami has kept only the tag latest since September 2025; older tags are in ${legacy}.`,
	noLatest: (name: string) => `Docker Hub has no tag latest of ${name}: name a version.`,
	oldFormat:
		"The registry has this image only in Docker's schema 1, a format that containerd 2.1 no longer pulls: name a newer tag or another image.",
	noSuchImage: 'The registry has no such image: check the name and the tag.',
	notOfficial: (name: string) => `An image without a registry comes from docker.io/library, which has no ${name}.`,
	ownImage:
		'Push your own image to a registry and name it with that registry, or load it onto every node (`kind load docker-image`). In a simulation, describe it under images in the scenario.',
	imageCredentials:
		'The registry requires credentials: name a Secret of type kubernetes.io/dockerconfigjson under imagePullSecrets.',
	daemon: (program: string) =>
		`${program} becomes a daemon, and a container ends with its first process: keep it in the foreground.`,
	movedData: (path: string) => `This version of the image keeps its data below ${path}: mount the volume there.`,
	selfSignedKubelets:
		'kubeadm lets each kubelet sign its own serving certificate: accept it with --kubelet-insecure-tls, or let the cluster sign these certificates (serverTLSBootstrap).',
	kernelSetting: (name: string) => `${name} is a setting of the node: only a privileged container may write it.`,
	otherUser: (variable: string) =>
		`${variable} names a user to create besides root: remove it, or give it another value.`,
	lacksCapability: (capabilities: readonly string[]) =>
		`The program starts as root and needs the capabilities ${capabilities.join(', ')}; an image that runs as another user needs none.`,
	noProfile: 'The profile file must be on every node where the Pod may run.',
	uselessSecret: (secret: string, registry: string, image: string) =>
		`The Secret ${secret} has no credentials for ${registry}, where ${image} comes from.`,
	checkImage: 'Check the name and the tag. A private registry needs imagePullSecrets.',
	nodesAskNoClusterDNS: (host: string) =>
		`Nodes look up ${host} with their own resolver, not in the cluster's DNS: name a registry that they can reach.`,
	alsoWarned: (warning: string) => `The kubelet also warns: ${warning}`,
	isHost: (host: string) =>
		`The part before the first slash has capital letters, so it names a registry: the host ${host}.`,
	imageName: 'Write it as [registry/]name[:tag], in lower case.',
	imageNeverPulled: 'The image must already be on the node, or imagePullPolicy must allow a pull.',
	probeCommand: 'The command must exit with 0: try it with kubectl exec.',
	probePath: (path: string) => `The program answers ${path} with an error.`,
	containerNames: (names: readonly string[]) => `Its containers: ${names.join(', ') || 'none'}.`,
	portNames: (names: readonly string[]) => `The port names of the container: ${names.join(', ') || 'none'}.`,
	nobodyListens: (port: number | string, open: readonly number[]) =>
		`The Pod does not listen on ${port}; it listens on ${open.join(', ')}.`,
	probeScheme: (scheme: string) => `The server on that port speaks ${scheme}: the probe must use it too.`,
	variableNeeded: (name: string) =>
		`The program needs the variable ${name}: set it under env, preferably from a Secret.`,
	readOnlyRoot: (folder: string) =>
		`readOnlyRootFilesystem: the program may write only to volumes; an emptyDir at ${folder} can hold its files.`,
	mountedElsewhere: (file: string, path: string) => `The volume that has ${file} is mounted at ${path}.`,
	tooLittleMemory: (limit: string) =>
		`No process can start with ${limit} of memory: m means thousandths, Mi means 1024² bytes.`,
	checkProbe: 'Compare the port and timing of the probe with those of the container.',
	consequences: {
		readiness: 'Until it succeeds, no Service sends requests there.',
		liveness: 'The kubelet restarts the container each time.',
		startup: 'The kubelet restarts the container each time; other probes wait for it.',
	},
	killedFor: (message: string, container: string, restarts: number) =>
		`Unhealthy: ${message} (${container} was killed for it, ${restarts} restart${restarts === 1 ? '' : 's'} so far)`,
	notProbedYet: (container: string, kind: string) =>
		`${container} is running, but its ${kind} probe has not succeeded yet`,
	moreTime: 'It may just need more time: --for 30m waits longer.',
	noShell: (written: string, variable: string) =>
		`No shell reads this command line, so ${written} stays as it is; Kubernetes replaces $(${variable}).`,
	didYouMean: (near: string) => `Did you mean ${near}?`,
	keys: (name: string, keys: readonly string[], near: string | undefined) =>
		`${name} has ${keys.length === 0 ? 'no keys' : keyList(keys)}${near ? `: did you mean ${near}?` : '.'}`,
	runsAsRoot:
		'The image runs as root unless runAsUser names another user. Not every program can run as another user; many images have a variant that can, such as nginxinc/nginx-unprivileged.',
	envFile: (file: string, volume: string) =>
		`An earlier container must write ${file} in volume ${volume}, each variable as NAME='value', in single quotes.`,
	envFileKey: (key: string, file: string, volume: string) =>
		`No container has written a value for ${key} to ${file} in volume ${volume}.`,
	badReference: "The container's reference cannot be resolved: correct it, or mark it optional.",
	pastScheduler: (claim: string) =>
		`The volume of ${claim} is created after the scheduler has chosen a node. A Pod with spec.nodeName bypasses the scheduler: use a nodeSelector.`,
	oneNode:
		'A ReadWriteOnce volume is attached to one node at a time: keep its Pods on that node, or use a ReadWriteMany volume.',
	mountFirst: 'It must be attached and mounted before any container starts.',
	noHandler: 'The node has no such handler: use a RuntimeClass whose handler the node has, or none.',
	noSandbox: 'The node cannot create the sandbox: check its network plug-in and runtime.',
	insufficient: (
		amount: string,
		resource: string,
		free: ReadonlyArray<readonly [amount: string, node: string]>,
		more: boolean,
	) =>
		`It requests ${amount} ${resource}; free: ${free.map(([left, node]) => `${left} on ${node}`).join(', ')}${more ? ', …' : ''}.`,
	preemptedAlone:
		'The scheduler deleted it to make room. No controller recreates it: give it an equally high priority, request less, or add a node.',
	preemptedBefore: (victim: string, by: string, priority: number, own: number) =>
		`${victim} was preempted by ${by} (priority ${priority} against ${own}).`,
	noNewNode: (reasons: string) => `The cluster autoscaler adds no node: ${reasons}.`,
	addNodeWith: (amount: string, resource: string) => `Add a node with ${amount} ${resource} to spare.`,
	addNode: 'Add another node.',
	applyClaim: (name: string, namespace: string) =>
		`Apply a PersistentVolumeClaim named ${name} in the namespace ${namespace}.`,
	claimFirst: 'Its claim must be bound first.',
	waitsForClaim: 'Until it exists, the Pod waits outside the scheduling queue, and no event says so.',
	applyDeviceClaim: (kind: string, name: string, namespace: string) =>
		`Apply a ${kind} named ${name} in the namespace ${namespace}.`,
	deviceClasses: (names: readonly string[], near: string | undefined) =>
		`The cluster's DeviceClasses: ${names.join(', ') || 'none; installing a driver adds one'}.${near ? ` Did you mean ${near}?` : ''}`,
	/** @param others devices of other classes */
	noDevices: (others: number) =>
		others === 0
			? 'No driver has published a device: kubectl get resourceslices.'
			: `${others === 1 ? 'The only device in the cluster is not' : `None of the ${others} devices in the cluster is`} of the requested class: kubectl get resourceslices.`,
	/** Why a device is not suitable, or that only it would be. */
	device: {
		ofOtherClass: (device: string, className: string) => `${device} is not of the class ${className}.`,
		selector: (device: string, expression: string) => `${device} does not meet the selector ${expression}`,
		taint: (device: string, taint: string) => `${device} has the taint ${taint}.`,
		taken: (device: string, by: string) => `${device} fits, but is allocated to claim ${by}.`,
		fits: (device: string) => `${device} fits, but the Pod needs more devices, or cannot run on that node.`,
	},
	moreDevices: (more: number) =>
		`${more} more ${more === 1 ? 'device' : 'devices'}: kubectl get resourceslices -o yaml.`,
	devicesElsewhere: (claim: string, devices: readonly string[], users: readonly string[]) =>
		`Claim ${claim} has ${devices.join(', ')}${users.length > 0 ? `, for ${users.join(', ')}` : ''}: only nodes that reach ${devices.length === 1 ? 'it' : 'them'} can take the Pod.`,
	noDriver: (driver: string, node: string) =>
		`No plug-in of the driver ${driver} runs on ${node}: install it there, or delete the ResourceSlice that names its devices. In a simulation, add it under deviceDrivers in the scenario.`,
	driverFails: 'The driver must make the devices ready before any container starts; the kubelet keeps asking it.',
	tooManyReplicas: (name: string, replicas: number, room: number) =>
		`${name} asks for ${replicas} replicas. The nodes have room for ${room} of its Pods.`,
	tooManyPods: 'Every node has reached its limit of Pods: add a node, or delete other Pods.',
	gates: (names: string) => `The Pod waits until the controller behind each scheduling gate removes it: ${names}.`,
	noScheduler: (name: string) => `no scheduler handles it: spec.schedulerName is ${name}`,
	runScheduler: 'Run a scheduler with that name, or remove the field to use default-scheduler.',
	runningSchedulers: (names: readonly string[]) =>
		`Run a scheduler with that name, or name one that runs: ${names.join(', ')}.`,
	noSuchNode: (name: string) => `bound to the node ${name}, which does not exist: no kubelet runs it`,
	noNodeHas: (label: string, known: readonly string[]) =>
		`No node has ${label}${known.length > 0 ? `; nodes have ${known.join(', ')}` : ''}.`,
	noNodeHasAll: 'No node has everything that nodeSelector and nodeAffinity require: kubectl get nodes --show-labels',
	noNodeHasLabels: (labels: readonly string[], known: string | undefined) =>
		`No node has the label ${labels.join(' or ')}${known === undefined ? '' : `; nodes have ${known}`}.`,
	hostPort: 'Only one Pod on a node can use a given hostPort. A Service reaches Pods without one.',
	apart:
		'Every node already runs a Pod with which this one must not share a node. With a preferred rule instead of a required one, they can.',
	affinityElsewhere: (namespace: string) =>
		`Such a Pod is in the namespace ${namespace}: without the field namespaces, the rule looks only at the Pod's own.`,
	together: (near: string | undefined) =>
		`No node runs a Pod that its affinity requires${near === undefined ? ': that Pod must run first' : `; there is ${near}`}.`,
	onePod: 'A ReadWriteOncePod volume is used by one Pod at a time.',
	optionalVariable: (variable: string, object: string, key: string) =>
		`${variable} comes from the key ${key} of ${object}, and is unset if that is missing: the reference is optional.`,
	tooFewDomains: (key: string, domains: number, wanted: number) =>
		`The nodes have ${domains} value${domains === 1 ? '' : 's'} of ${key}, but minDomains requires ${wanted}: with fewer, each domain takes at most maxSkew Pods.`,
	collected: (kind: string, name: string, uid: string) =>
		`The cluster has no ${kind} ${name} with the uid ${uid}. Remove metadata.ownerReferences, which another cluster wrote.`,
	lacksTopology: (node: string | undefined, key: string) =>
		`${node === undefined ? 'No node has' : `${node} does not have`} the label ${key}, over which the Pods are spread.`,
};
