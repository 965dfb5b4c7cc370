import {listed} from '../../../stages/zh/words.js';
import type {cluster as english} from '../en/cluster.js';
import type {Translation} from '../../../stages/translation.js';

/** Words about claims, Services, workloads, deletions and refusals, in Chinese. */
export const cluster: Translation<typeof english> = {
	unbound: 'Pending：没有卷与它绑定',
	namesNoVolume: (name) => `Pending：它写明要卷 ${name}，而这个卷不存在`,
	volumes: (names) =>
		names.length > 0 ? `集群里的 PersistentVolume 有：${listed(names)}。` : '集群里没有 PersistentVolume。',
	classes: (names) => (names.length > 0 ? `集群里的类有：${listed(names)}。` : '集群里一个类也没有。'),
	waitsForConsumer: (isUsed) =>
		isUsed ? '等使用它的 Pod 有了节点，就会为它建卷。' : '要等使用它的 Pod 有了节点，才会为它建卷：应用那个 Pod。',
	noProvisioner: (provisioner) =>
		`这个集群里没有运行 ${provisioner ?? '它的制备器'}：安装那个驱动程序，或者换一个有驱动程序的类。`,
	noVolume: (isEmpty) =>
		isEmpty ? '集群里没有 PersistentVolume。' : '空闲的 PersistentVolume 里，没有一个的类、访问模式和大小都合适。',
	selectsNobody: (selector) => `没有选中任何 Pod：${selector}`,
	selectsCustom: (selector, kind, name) =>
		`没有选中任何 Pod：${selector}；这里假定 ${kind} ${name} 的控制器会创建这样的 Pod，它不在模拟之内`,
	selectsOwnNamespace: (namespace) => `带这些标签的 Pod 在命名空间 ${namespace} 里：Service 只选自己命名空间里的 Pod。`,
	podsHave: (labels) =>
		labels.length > 0 ? `这个命名空间里的 Pod 带的是 ${labels.join(' 和 ')}。` : '这个命名空间里还没有 Pod。',
	noNamedPort: (name) => `它的 Pod 收不到任何请求：没有一个 Pod 有名为 ${name} 的端口`,
	nobodyAnswers: (port, target, open) =>
		`它的端口 ${port} 通向 Pod 的 ${target}，那里没有容器在监听；${open.length === 0 ? 'Pod 不监听任何端口' : `Pod 监听的是 ${open.join('、')}`}`,
	onlyLoopback: (port, target) =>
		`它的端口 ${port} 通向 Pod 的 ${target}，而程序在那里只接受 127.0.0.1 上的连接：请把监听地址设为 0.0.0.0`,
	closedByPolicy: (port, target, policy) =>
		`没有客户端能到达它的端口 ${port}：NetworkPolicy ${policy} 选中了它的 Pod，而没有任何策略的 ingress 规则允许端口 ${target}`,
	allowIngress: (target) => `添加一个 NetworkPolicy，允许进入这些 Pod 的端口 ${target}。`,
	noDefaultClass: '它没有写类，也没有默认的 IngressClass：没有控制器为它服务',
	noClass: (name) => `没有名为 ${name} 的 IngressClass：没有控制器为它服务`,
	noClasses: '集群里没有 IngressClass：要先安装一个 Ingress 控制器。',
	noCertificate: (secret) => `没有 Secret ${secret}：TLS 请求拿到的是 Ingress 控制器自己的证书`,
	noLoadBalancer: '它的 EXTERNAL-IP 一直是 <pending>：负载均衡器由云平台或 MetalLB 提供，而这个集群没有',
	nodePortWorks: (port) => `从外面可以访问每个节点的 ${port} 端口。`,
	noRole: (kind, name) => `没有给出任何权限：没有 ${kind} ${name}`,
	noService: (name) => `指向 Service ${name}，而它不存在`,
	podNameBelow: (pod, service, set) =>
		set === undefined
			? `DNS 里 ${pod} 的名字是 ${pod}.${service}。`
			: `StatefulSet ${set} 所写的 Service 不存在：serviceName 改为 ${service} 后，DNS 里 ${pod} 的名字是 ${pod}.${service}。`,
	applyService: (name, namespace) => `在命名空间 ${namespace} 里应用一个名为 ${name} 的 Service。`,
	applyHeadless: (name) =>
		`应用一个名为 ${name} 的无头 Service（clusterIP: None），它选中 StatefulSet 的 Pod：这些 Pod 的名字由它提供。`,
	noServicePort: (port, service, ports) => `指向 Service ${service} 的端口 ${port}，它的端口是 ${ports}`,
	jobDeadline: (seconds) => `它总共可以运行 ${seconds} 秒：延长时间，或者去掉这个字段。`,
	podsDeleted: '它的 Pod 连同日志一起被删除；用 restartPolicy: Never 会留下它们，kubectl logs 就能看到原因。',
	podsTell: (command) => `它的 Pod 会说明原因：${command}`,
	noTarget: (kind, name) => `${kind} ${name} 不存在。`,
	needsRequests: '利用率（utilization）是请求量的一部分：目标的每个容器都要写请求（requests）。',
	noMetrics: '这个集群里没有服务器提供 metrics.k8s.io，所以 Pod 的数量保持不变；在真实集群上由 metrics-server 提供。',
	isDown: (component, isPaused) => `${component} ${isPaused ? '已暂停' : '没有运行'}：它不处理这个对象`,
	startAgain: (component, isPaused) =>
		isPaused ? `${component} 被故障暂停：请恢复它。` : `${component} 已崩溃且不会自行启动：请重新启动它。`,
	held: (finalizers) => `已删除，但被 ${finalizers} 留住`,
	claimUsed: (pods) => `Pod ${pods.join('、')} 正在使用它：Pod 删除之后它才会被移除。`,
	volumeUsed: (claim) => `它属于 PVC ${claim}：PVC 删除之后它才会被移除。`,
	serviceElsewhere: (name, namespace) =>
		`Service ${name} 在命名空间 ${namespace} 里：从这里要用 ${name}.${namespace}。`,
	noBase64: (text) => `${text} 不是 base64：请在这里填写编码后的 CA 证书，或者让 cert-manager 注入。`,
	plainSecret: 'data 里的值必须是 base64；stringData 直接写文本。',
	finalizerGoes: '添加这个 Finalizer 的控制器会在完成工作之后移除它。如果该控制器已不存在：',
	heldInNamespace: (name, finalizers, more) =>
		`${name} 被它的 Finalizer ${finalizers} 留住${more > 0 ? `，另外还有 ${more} 个对象` : ''}。添加它的控制器会在完成工作之后移除它。如果该控制器已不存在：`,
	contentGoes: '其中的对象正在被删除；全部删除之后，命名空间被移除。',
	noNodeMatches: '没有节点符合：它的 Pod 不在任何节点上运行',
	noSelector: '它没有选择算符，也没有 EndpointSlice：它的地址上没有应答',
	neverDue: (schedule) => `没有运行过 Job：${schedule} 在这次运行期间不会触发，所以模板没有经过检验`,
	tryJob: '用 kubectl create job --from=cronjob/NAME 试一次。',
	assumed: {
		program: (what) => `没有模拟，假定它正常：${what}`,
		host: (what) => `在集群之外，假定它有应答：${what}`,
		user: (what) => `用户未知，假定是 0 以外的编号：${what}`,
		secret: (what) => `假定由没有模拟的程序创建的 Secret：${what}`,
		file: (what) => `镜像未知，假定其中有文件：${what}`,
		registry: (what) => `私有仓库，假定没有 Secret 就拒绝拉取：${what}`,
		tag: (what) => `标签的变体未知，假定它存在：${what}`,
		webhook: (what) => `Webhook 没有模拟，假定它允许每个请求：${what}`,
		conversion: (what) => `转换 Webhook 没有模拟，假定它只改变版本：${what}`,
		memory: (what) => `镜像启动所需的内存，依据其文档：${what}`,
		repository: (what) => `假定 git 仓库已克隆，其中有容器需要的文件：${what}`,
	},
	restsOn: (assumption) => `这基于一个假定（${assumption}）。`,
	rightIn: (kind, name) => `${kind} ${name} 里缺少这项权限。`,
	policyLetsNot: (name, direction) => `NetworkPolicy ${name} 没有允许它的 ${direction} 规则。`,
	awaits: {
		unknownName: (host) => `${host}，而集群的 DNS 里没有这个名字`,
		noEndpoints: (service) => `Service ${service}，而它没有端点`,
		noReadyPods: (service) => `Service ${service}，而它没有就绪的 Pod`,
		otherPort: (service, port) => `Service ${service} 的端口 ${port}，而它没有这个端口`,
		closedPort: (host, pod, port) => `${host}，而 ${pod} 的端口 ${port} 上没有程序在监听`,
		silent: (host) => `${host}，而它没有应答`,
	},
	waitsFor: (container, what) => `${container} 在等 ${what}`,
	askedFor: (what) => `它要访问的是 ${what}。`,
	because: (what, cause) => `${what}，原因是 ${cause}`,
	servicePorts: (name, ports) => `Service ${name} 的端口是 ${ports.join('、')}。`,
	placeholder: (text) => `${text} 是占位符：换成自己的值。`,
	oneOf: (fields) => `${fields.join('、')} 只能写一个：去掉多余的。`,
	noHandler: '探针要写 exec、httpGet、tcpSocket、grpc 之一。',
	didYouMean: (near) => `是不是想写 ${near}？`,
	isInNamespace: (name, namespace) => `${name} 在命名空间 ${namespace} 里。`,
	required: (field, command) => `${field} 必须写出；它取什么值，${command} 会说明。`,
	explains: (command) => `这个字段取什么值，${command} 会说明。`,
	takenBy: (other, value) => `${other} 已经用了 ${value}：两者不能相同。`,
	noQuantity: (text) => `${text} 不是有效的数量（quantity）：字节数用 k、M、G 或 Ki、Mi、Gi，CPU 写作 0.5 或 500m。`,
	withoutName: (kind) => `没有名字的 ${kind}`,
	giveName: '在 metadata.name 里给它一个名字；kubectl apply 不接受 generateName。',
	definitionFirst: (kind, file) =>
		`等它的 CustomResourceDefinition（${file}）Established 之后，才会提供 ${kind}：先应用该定义，再应用这个对象。`,
	definitionHere: (command) => `在这里：${command}，把这个对象放在单独的文件里。`,
	values: {number: '数字', string: '文本', boolean: 'true 或 false', list: '列表', mapping: '映射'},
	served: (kind, versions) => `${kind} 在 ${versions.join(' 和 ')} 里提供。`,
	noKind: (kind, version) => `${version} 里没有 ${kind} 这个类别：kubectl api-resources 列出全部。`,
	removedKind: (kind, release, successor) => `Kubernetes ${release} 移除了 ${kind}。它的替代者是 ${successor}。`,
	nearKind: (near, versions) => `是不是想写 ${near}？它在 ${versions.join(' 和 ')} 里提供。`,
	mustSpecify: (names) => `它统计 ${listed(names)}：每个容器都要写明，或者由 LimitRange 给出默认值。`,
	silentWebhook: (configuration) =>
		configuration === undefined
			? '这个 Webhook 要调用的服务器没有应答，而它的 failurePolicy 是 Fail。'
			: `${configuration} 要调用的服务器没有应答，而它的 failurePolicy 是 Fail：让服务器运行起来，或者：`,
	listsFields: (command) => `${command} 列出它的字段。`,
	namespaceGoes: (namespace) =>
		`命名空间 ${namespace} 正在被删除：等它消失后重新创建，或者用别的命名空间。kubectl get namespace ${namespace} -o yaml 会说明它为什么还没有被移除。`,
	comesLater: (what, place) => `${what} 在后面，${place}：kubectl 按顺序发送文档。把它放在最前面，或者再应用一次。`,
	namespaceFirst: '在同一个文件里，它必须写在它里面的对象之前。',
	runtimeClassFirst: 'RuntimeClass 指明节点上有的 handler，例如 gVisor 的：先应用一个，或者去掉它，使用默认的运行时。',
	listsPriorityClasses: 'kubectl get priorityclasses 列出它们。',
	quota: (quota, limited, used, requested) =>
		`配额 ${quota} 允许 ${limited}；已用 ${used}，再要 ${requested} 就超出配额了。`,
	limitRange: (bound, resource, scope, allowed, asked) =>
		`这个命名空间的 LimitRange 规定每个 ${scope} 的 ${resource} ${bound === 'maximum' ? '最多' : '至少'} ${allowed}；这里是 ${asked}。`,
	podSecurity: (namespace, level) => `命名空间 ${namespace} 强制执行（enforce）${level}。`,
	giveRole: (command) => `给这个用户一个角色：${command}`,
	showsWhether: (command) => `${command} 显示是否生效。`,
	budget: (budget, needs, has) =>
		`PodDisruptionBudget ${budget} 需要 ${needs} 个健康的 Pod，现有 ${has} 个：要有更多健康的 Pod，或者预算要求得更少，才允许驱逐。`,
	webhookDenies: (name) => `这是 Webhook ${name} 的决定：“denied the request”之后是 Webhook 自己的说明。`,
	wrongType: (wanted, found, quotes) =>
		`这个字段的类型应为${wanted}；文件里是${found}${quotes === undefined ? '' : {add: '：加上引号', block: '：用 | 写成文本', remove: '：去掉引号'}[quotes]}。`,
	selectorLabels: 'spec.selector.matchLabels 的每个标签，都必须也写在 spec.template.metadata.labels 里。',
	noMountedVolume: (names, name) =>
		names.length > 0
			? `spec.volumes 里有 ${listed(names)}；没有 ${name}。`
			: `spec.volumes 里没有卷，也就没有 ${name}。`,
	paused: '暂停的 Deployment 在恢复之前不会按它的模板启动 Pod。',
	serverSide: 'kubectl apply 把一份副本存在注解里，而这里太长：用 kubectl apply --server-side。',
	kustomization: (folder) => `这个文件由 kustomize 读，服务器不认：用 kubectl apply -k ${folder}。`,
	immutable: '这个字段不能改：删掉对象，重新创建。',
	typeMeta: '清单以 apiVersion 和 kind 开头，两者都是文本：apiVersion: apps/v1、kind: Deployment。',
};
