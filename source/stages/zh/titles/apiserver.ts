import type {Title} from '../../stage.js';
import type {apiserverStages} from '../../apiserver.js';
import type {Translation} from '../../translation.js';

/** Stages of the apiserver, in Chinese. */
export const apiserverTitles: Translation<Readonly<Record<keyof typeof apiserverStages, Title>>> = {
	'apiserver.start': {title: 'apiserver 启动', about: '三个服务器串成一条链，把各自的 API 组装成 REST 存储。'},
	'apiserver.route': {title: '路由', about: '路径决定处理程序：资源的、路径本身的，或者返回 404。'},
	'apiserver.authenticate': {title: '认证', about: '各个认证器依次尝试，直到有一个识别出调用方。'},
	'apiserver.audit': {title: '审计', about: '请求写入审计日志，不管结果如何。'},
	'apiserver.authorize': {title: '鉴权', about: '这个用户可以这样做吗？各个鉴权器依次判断，直到有一个作出决定。'},
	'apiserver.authorizer': {
		title: '鉴权器',
		about: '其中一个鉴权器作答：“可以”或“不可以”都结束这条链，没有意见则由下一个判断。',
	},
	'apiserver.decode': {title: '解码', about: '按照类别和版本的模式（schema）检查请求体。'},
	'apiserver.apply': {
		title: '服务器端应用',
		about: '一个管理者所应用的内容并入对象；字段若归另一个管理者，就是冲突。',
	},
	'apiserver.default': {title: '设置默认值', about: '对象没写的字段得到默认值。'},
	'apiserver.admit.mutate': {title: '变更准入', about: '准入插件可以修改对象，也可以拒绝它。'},
	'apiserver.validate': {title: '校验', about: '检查该类别的所有规则，一次报告全部错误。'},
	'apiserver.admit.validate': {title: '验证准入', about: '准入插件可以拒绝对象；对象此时已不能再改。'},
	'apiserver.allocate': {title: '分配', about: 'Service 得到自己的集群 IP 和节点端口。'},
	'apiserver.bind': {title: '绑定', about: 'Binding 设置 Pod 的节点：这是调度器唯一的手段。'},
	'apiserver.scale': {title: '扩缩', about: '子资源 scale 只修改副本数。'},
	'apiserver.evict': {title: '驱逐', about: '驱逐是一种删除，但干扰预算可以拒绝它。'},
	'apiserver.token': {title: '令牌', about: '签发一个服务账号令牌；它绑定到一个 Pod，并且会过期。'},
	'apiserver.delete': {title: '删除', about: '对象起初只被打上标记；宽限期结束、Finalizer 清空之后才消失。'},
	'apiserver.store': {title: '存储', about: '注册表请 etcd 写入对象，前提是期间没有其他写入。'},
	'apiserver.convert': {title: '转换', about: '定制资源只以一个版本存储；Webhook 把它转换成所提供的其他版本。'},
	'apiserver.respond': {title: '响应', about: '响应返回给调用方。'},
	'apiserver.apiservice': {title: '聚合', about: 'API 的一部分由另一个服务器提供，前提是能连上它。'},
	'apiserver.definition': {
		title: '定制资源',
		about: 'apiserver 开始提供 CustomResourceDefinition 定义的类别，或者把它连同其对象一起移除。',
	},
	'apiserver.watch': {title: '监视缓存', about: '对 etcd 只有一个监视，供 apiserver 的所有监视方共用。'},
};
