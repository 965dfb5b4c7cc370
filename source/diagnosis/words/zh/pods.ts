import {listed} from '../../../stages/zh/words.js';
import type {pods as english} from '../en/pods.js';
import type {Translation} from '../../../stages/translation.js';

/** Words about Pods in trouble, in Chinese. */
export const pods: Translation<typeof english> = {
	container: (name) => `容器 ${name}`,
	initContainer: (name) => `Init 容器 ${name}`,
	cannotBeExecuted: '命令存在，但不能执行：检查它的权限。',
	commandNotFound: '找不到命令：检查 `command` 和镜像。',
	crashed: '程序崩溃了（SIGSEGV）。',
	outOfMemory: '它用的内存超过了上限（limit）。',
	endedAlways: (hasCommand) =>
		`它自行结束，于是被反复重启：${hasCommand ? '给它一个会一直运行的命令' : '镜像里没有会一直运行的程序，给它一个命令'}，或者用 Job。`,
	endedByItself: '它自行结束了。',
	initMustSucceed: '只有它以 0 退出，后面的容器才会启动。',
	exited: (container, code, reason, restarts) =>
		`${container} 以退出码 ${code} 结束（${reason}）${restarts === 0 ? '' : `，至今重启 ${restarts} 次`}`,
	restartsSoFar: (restarts) => `，至今重启 ${restarts} 次`,
	printed: (line) => `它打印了：${line}`,
	ofBrokenTemplate: (pod, set) => `${pod} 没有就绪，而且用的仍是 StatefulSet ${set} 以前的模板`,
	forcedRollback:
		'只要有一个 Pod 没有就绪，StatefulSet 就不更新任何 Pod，连新模板能修好的那个也不更新：删除这个 Pod，控制器就会用新模板重建它。',
	output: (command) => `看它的输出：${command}`,
	hookFails: 'postStart 回调失败时，kubelet 会杀掉容器：修复回调，或者去掉它。',
	hookRuns: (container) => `${container} 在运行，但它的 postStart 回调还没有结束：在此之前不算已启动`,
	hookEnds: '回调结束之后，kubelet 才会继续：需要等待或提供服务的程序应该放进单独的容器。',
	rejected: '它的节点上的 kubelet 拒绝了它：这个 Pod 已经失败，只有新的 Pod 才能运行。',
	rejectedAgain: (kind: string) =>
		`它的节点上的 kubelet 拒绝了它。${kind} 会立刻再创建一个 Pod，没有间隔，而 kubelet 每个都会拒绝。`,
	noProgram: (program) => `镜像里没有可以运行的 ${program}：检查 \`command\`、\`args\` 和镜像。`,
	cannotStart: '运行时无法启动程序：检查 `command`、`args`，以及镜像里有什么。',
	podDeadline: (seconds) => `它最多运行 ${seconds} 秒，不论进度如何：延长时间，或者去掉这个字段。`,
	wroteTooMuch: '它写到节点上的数据超过了上限：提高上限，少写一些，或者写到 PersistentVolumeClaim 里。',
	nodeShutDown: '它的节点关机了，没有控制器替换它：Deployment、StatefulSet 或 Job 会替换。',
	evicted: '节点需要它占用的资源：按实际用量设置请求，或者减少用量。',
	losesAnswers: (container) => `${container} 的请求先前有回答，而最后一个没有`,
	waitsInVain: (container) => `${container} 等待的应答一直没有到达`,
	failsOften: (message, container, failures) =>
		`${message.replace(/:$/, '')}，到目前为止每次都失败：连续失败 ${failures} 次以后 kubelet 会重启 ${container}`,
	volumeOn: (volume, key, values) => `卷 ${volume} 只能从 ${key} 为 ${values.join(' 或 ')} 的节点访问。`,
	initRuns: (container, seconds) => `${container} 已经运行了 ${seconds} 秒，后面的容器都在等它结束`,
	completed: (completed, runs) => `${completed} 已经完成，而 ${runs} 还在运行：只有全部容器都在运行，Pod 才是 Ready`,
	runsOn: (container, seconds) => `${container} 已经运行了 ${seconds} 秒：它以 0 结束，Job 才算完成`,
	notListeningYet: 'kubelet 放弃时，那里还没有程序在监听：用 startupProbe 或 initialDelaySeconds 给它更多时间。',
	fileOf: (path, key, source) => `${path} 就是 ${source} 的键 ${key}。`,
	hides: (mountPath, volume, file) => `镜像在 ${mountPath} 里的内容被卷 ${volume} 遮住了，而卷里没有 ${file}。`,
	noToken: 'Pod 没有令牌，因为 automountServiceAccountToken 是 false。',
	noTokenOf: (account) => `Pod 没有令牌：ServiceAccount ${account} 的 automountServiceAccountToken 是 false。`,
	readOnlyMount: (path) => `${path} 处的挂载是 readOnly：程序不能在那里写。`,
	scriptWithoutC: (shell) => `没有 -c，${shell} 就把脚本当成文件名。`,
	portTaken: (port, others) => `同一个 Pod 的容器共用端口，${others.join('或')}已经在监听 ${port}。`,
	fileOverFolder: (path, file) => `镜像中的 ${path} 是目录，而 ${file} 是文件：让 mountPath 以文件名结尾。`,
	folderOverFile: (path, volume) => `镜像中的 ${path} 是文件，而卷 ${volume} 是目录：在 subPath 中指定其中一个文件。`,
	subPathCreated: (path, volume, subPath) =>
		`卷 ${volume} 里没有 ${subPath}：kubelet 会创建同名目录，而镜像中的 ${path} 是文件。`,
	portOfNode: (port, node, other) =>
		`使用 hostNetwork 的 Pod 共用节点的端口，${node} 的端口 ${port} 已由 ${other} 占用：每个节点只运行一个，像 DaemonSet 那样。`,
	serviceLink: (variable, service) =>
		`Pod 的变量 ${variable} 来自 Service ${service}：设置 enableServiceLinks: false 就没有这类变量。`,
	inOtherNamespace: (name, namespace) => `${name} 在命名空间 ${namespace} 里：Pod 只能使用自己命名空间中的对象。`,
	notItsFile: (file, user) =>
		`这个镜像不允许用户 ${user} 使用 ${file}。很多镜像有给其他用户的变体，例如 nginxinc/nginx-unprivileged。`,
	notItsVolume: '这个卷属于 root：fsGroup 把它交给程序所在的组。',
	shouldBeInit: '要在其他容器启动之前做一次的事，属于 Init 容器：把它移到 `spec.initContainers`。',
	gateClosed: (type) => `它的容器都已就绪，但就绪门控（readiness gate）${type} 不是 True`,
	gateOwner: (type) => `负责 ${type} 的组件，必须在 Pod 的 status 里设置这个状况。`,
	bitnamiTags: (legacy) => `2025 年 9 月起 docker.io/bitnami 只保留 latest 标签；旧标签在 ${legacy}。`,
	noLatest: (name) => `Docker Hub 上的 ${name} 没有 latest 标签：请写明版本。`,
	oldFormat:
		'镜像仓库里的这个镜像只有 Docker 的旧格式（schema 1），containerd 从 v2.1 起不再拉取这种格式：请换用更新的标签，或换一个镜像。',
	noSuchImage: '镜像仓库里没有这个镜像：检查名称和标签（tag）。',
	notOfficial: (name) => `不带仓库地址的镜像来自 docker.io/library，那里没有 ${name}。`,
	ownImage:
		'自己的镜像要推送到镜像仓库并写上仓库地址，或者加载到每个节点上（`kind load docker-image`）。在模拟里，请在场景的 images 下描述它。',
	imageCredentials: '镜像仓库需要凭据：在 imagePullSecrets 里写上一个类型为 kubernetes.io/dockerconfigjson 的 Secret。',
	daemon: (program) => `${program} 转入后台运行，而容器随首个进程结束：让它在前台运行。`,
	movedData: (path) => `镜像的这个版本把数据放在 ${path} 之下：把卷挂载到那里。`,
	selfSignedKubelets:
		'kubeadm 的 kubelet 自己签发服务证书：用 --kubelet-insecure-tls 接受它，或让集群签发这些证书（serverTLSBootstrap）。',
	kernelSetting: (name) => `${name} 是节点的设置：只有特权容器才能写。`,
	otherUser: (variable) => `${variable} 是除 root 以外要创建的用户：删除它，或换一个值。`,
	lacksCapability: (capabilities) =>
		`程序以 root 启动，需要 capability ${capabilities.join('、')}；用其他用户的镜像不需要。`,
	noProfile: 'Pod 可能运行的每个节点上都要有这个配置文件（profile）。',
	uselessSecret: (secret, registry, image) => `Secret ${secret} 里没有 ${image} 所在仓库 ${registry} 的凭据。`,
	checkImage: '检查名称和标签（tag）。私有仓库需要 imagePullSecrets。',
	nodesAskNoClusterDNS: (host) => `节点用自己的解析器查找 ${host}，而不是集群的 DNS：请写节点能访问的镜像仓库。`,
	alsoWarned: (warning) => `kubelet 还警告：${warning}`,
	isHost: (host) => `第一个斜杠之前的部分含有大写字母，所以它是镜像仓库的主机名：${host}。`,
	imageName: '写成 [registry/]name[:tag]，全部小写。',
	imageNeverPulled: '镜像必须事先就在节点上，否则就得允许拉取。',
	probeCommand: '命令必须以 0 退出：用 kubectl exec 运行它看看。',
	probePath: (path) => `程序有应答，但对 ${path} 的应答不是成功。`,
	containerNames: (names) => (names.length > 0 ? `它的容器是 ${listed(names)}。` : '它没有容器。'),
	portNames: (names) => (names.length > 0 ? `容器给端口起的名字是 ${listed(names)}。` : '容器没有给端口起名字。'),
	nobodyListens: (port, open) => `没有进程在监听 ${port}；这个 Pod 监听的是 ${open.join('、')}。`,
	probeScheme: (scheme) => `这个端口上的服务器说 ${scheme}：探针也要使用它。`,
	variableNeeded: (name) => `程序需要变量 ${name}：写在 env 里，最好取自 Secret。`,
	readOnlyRoot: (folder) => `readOnlyRootFilesystem：程序只能写卷；在 ${folder} 挂一个 emptyDir 放它的文件。`,
	mountedElsewhere: (file, path) => `含有 ${file} 的卷挂载在 ${path}。`,
	tooLittleMemory: (limit) => `只有 ${limit} 内存，任何进程都启动不了：m 是千分之一，Mi 是 1024² 字节。`,
	checkProbe: '请核对探针的端口和时间是否与容器的实际情况一致。',
	consequences: {
		readiness: '它成功之前，没有 Service 会把请求发到那里。',
		liveness: '每一次，kubelet 都会重启容器。',
		startup: '每一次，kubelet 都会重启容器；其他探针要等它。',
	},
	killedFor: (message, container, restarts) =>
		`Unhealthy: ${message}（${container} 因此被杀掉，至今重启 ${restarts} 次）`,
	notProbedYet: (container, kind) => `${container} 在运行，但它的 ${kind} 探针还没有成功过`,
	moreTime: '也许只是需要更多时间：--for 30m 会等得更久。',
	noShell: (written, variable) =>
		`没有 shell 解释这行命令，${written} 会原样保留；Kubernetes 会替换的是 $(${variable})。`,
	didYouMean: (near) => `是不是想写 ${near}？`,
	keys: (name, keys, near) =>
		`${keys.length > 0 ? `${name} 里有键 ${listed(keys)}` : `${name} 里没有任何键`}${near ? `：是不是想写 ${near}？` : '。'}`,
	runsAsRoot:
		'除非 runAsUser 指定别的用户，这个镜像以 root 运行。并非每个程序都能以别的用户运行；很多镜像有可以这样运行的变体，例如 nginxinc/nginx-unprivileged。',
	envFile: (file, volume) => `卷 ${volume} 里的 ${file} 要由先运行的容器写好，每个变量写成 NAME='value'，用单引号。`,
	envFileKey: (key, file, volume) => `没有容器把 ${key} 的值写进卷 ${volume} 的 ${file}。`,
	badReference: '容器的引用无法解析：请改正，或标为 optional。',
	pastScheduler: (claim) =>
		`${claim} 的卷要等调度器选定节点才会建立；自己写明节点的 Pod 会绕过调度器：改用 nodeSelector。`,
	oneNode: 'ReadWriteOnce 的卷同一时间只能在一个节点上：让它的 Pod 都在那里，或者换成 ReadWriteMany 的卷。',
	mountFirst: '任何容器启动之前，它必须先挂接（attach）并挂载（mount）好。',
	noHandler: '节点没有这个处理程序（handler）：换一个节点支持其处理程序的 RuntimeClass，或者去掉这个字段。',
	noSandbox: '节点无法创建沙箱：检查它的网络插件和运行时。',
	insufficient: (amount, resource, free, more) =>
		`它请求 ${amount} 的 ${resource}；空闲的有：${free.map(([left, node]) => `${node} 上 ${left}`).join('，')}${more ? '……' : ''}。`,
	preemptedAlone: '调度器为腾出位置删除了它。没有控制器会重新创建它：给它同样高的优先级、减少请求量，或者加一个节点。',
	preemptedBefore: (victim, by, priority, own) => `${victim} 被 ${by} 抢占，优先级 ${priority} 对 ${own}。`,
	noNewNode: (reasons) => `Cluster Autoscaler 不增加节点：${reasons}。`,
	addNodeWith: (amount, resource) => `加一个还有 ${amount} ${resource} 空闲的节点。`,
	addNode: '再加一个节点。',
	applyClaim: (name, namespace) => `在命名空间 ${namespace} 里应用一个名为 ${name} 的 PersistentVolumeClaim。`,
	claimFirst: '它的 PersistentVolumeClaim 必须先绑定。',
	waitsForClaim: '在它存在之前，Pod 等在调度队列之外，而且没有任何事件提到这一点。',
	applyDeviceClaim: (kind, name, namespace) => `在命名空间 ${namespace} 里应用一个名为 ${name} 的 ${kind}。`,
	deviceClasses: (names, near) =>
		`${names.length > 0 ? `集群里的 DeviceClass：${listed(names)}。` : '集群里没有 DeviceClass；安装驱动程序时会创建一个。'}${near ? `是不是想写 ${near}？` : ''}`,
	noDevices: (others) =>
		others === 0
			? '没有驱动程序发布过设备：kubectl get resourceslices。'
			: `集群里的 ${others} 个设备都不属于这个类：kubectl get resourceslices。`,
	device: {
		ofOtherClass: (device, className) => `${device} 不属于类 ${className}。`,
		selector: (device, expression) => `${device} 不符合选择算符 ${expression}`,
		taint: (device, taint) => `${device} 带有污点 ${taint}。`,
		taken: (device, by) => `${device} 合适，但它已归申领 ${by}。`,
		fits: (device) => `${device} 本身合适：请求的设备不止它一个，或者 Pod 不能调度到它所在的节点。`,
	},
	moreDevices: (more) => `还有 ${more} 个设备：kubectl get resourceslices -o yaml。`,
	devicesElsewhere: (claim, devices, users) =>
		`申领 ${claim} 已有 ${listed(devices)}${users.length > 0 ? `，供 ${listed(users)} 使用` : ''}：只有能访问这些设备的节点才容得下这个 Pod。`,
	noDriver: (driver, node) =>
		`${node} 上没有驱动程序 ${driver} 的插件在运行：在那里安装它，或者删除列出其设备的 ResourceSlice。在模拟中，把它加到场景的 deviceDrivers 里。`,
	driverFails: '任何容器启动之前，驱动程序必须准备好设备；kubelet 会不断请求它。',
	tooManyReplicas: (name, replicas, room) => `${name} 要 ${replicas} 个副本，节点只放得下它的 ${room} 个 Pod。`,
	tooManyPods: '每个节点的 Pod 数都到了上限：加节点，或者删掉别的 Pod。',
	gates: (names) => `列表清空之前 Pod 一直等待：添加 ${names} 的控制器必须移除它。`,
	noScheduler: (name) => `没有调度器处理它：spec.schedulerName 是 ${name}`,
	runScheduler: '需要运行一个名为它的调度器；或者去掉这个字段，使用 default-scheduler。',
	runningSchedulers: (names) => `要有一个叫这个名字的调度器在运行；或者写上正在运行的：${names.join('、')}。`,
	noSuchNode: (name) => `绑定到了节点 ${name}，但该节点不存在：没有 kubelet 会运行这个 Pod`,
	noNodeHas: (label, known) => `没有节点带 ${label}${known.length > 0 ? `；现有的值是 ${listed(known)}` : ''}。`,
	noNodeHasAll: '没有节点同时满足 nodeSelector 和 nodeAffinity 的全部要求：kubectl get nodes --show-labels',
	noNodeHasLabels: (labels, known) =>
		`没有节点带标签 ${labels.join(' 或 ')}${known === undefined ? '' : `；现有的是 ${known}`}。`,
	hostPort: '一个节点的 hostPort 只给一个 Pod。通过 Service 访问 Pod 不需要它。',
	apart: '每个节点上都有一个与它互斥（反亲和）的 Pod。把规则改成 preferred，就允许它们在同一个节点上。',
	affinityElsewhere: (namespace) =>
		`这样的 Pod 在命名空间 ${namespace} 里：不写 namespaces 时，规则只看 Pod 自己的命名空间。`,
	together: (near) =>
		`没有节点在运行它的亲和性（affinity）要找的 Pod${near === undefined ? '：那个 Pod 必须先在那里' : `；现有的是 ${near}`}。`,
	onePod: 'ReadWriteOncePod 的卷同一时间只给一个 Pod 使用。',
	optionalVariable: (variable, object, key) =>
		`${variable} 取自 ${object} 的键 ${key}；它不存在时变量没有值：这个引用是可选的（optional）。`,
	tooFewDomains: (key, domains, wanted) =>
		`节点上 ${key} 只有 ${domains} 个值，而 minDomains 要求 ${wanted} 个：值不够时，每个域最多放 maxSkew 个 Pod。`,
	collected: (kind, name, uid) =>
		`集群里没有 uid 为 ${uid} 的 ${kind} ${name}。去掉 metadata.ownerReferences，它是另一个集群写的。`,
	lacksTopology: (node, key) => `${node === undefined ? '没有节点带' : `${node} 没有`}标签 ${key}，而 Pod 要按它分布。`,
};
