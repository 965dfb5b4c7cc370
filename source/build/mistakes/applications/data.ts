import type {Application} from './application.js';

/** Databases, caches and volumes. */
export const data: readonly Application[] = [
	{
		name: 'postgres with a Secret and a volume',
		text: `apiVersion: v1
kind: Secret
metadata:
  name: database
stringData:
  password: secret
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: database
spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: standard
  resources:
    requests:
      storage: 1Gi
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: database
spec:
  strategy:
    type: Recreate
  selector:
    matchLabels:
      app: database
  template:
    metadata:
      labels:
        app: database
    spec:
      containers:
      - name: postgres
        image: postgres:16
        env:
        - name: POSTGRES_PASSWORD
          valueFrom:
            secretKeyRef:
              name: database
              key: password
        ports:
        - containerPort: 5432
        readinessProbe:
          tcpSocket:
            port: 5432
        volumeMounts:
        - name: files
          mountPath: /var/lib/postgresql/data
          subPath: data
      volumes:
      - name: files
        persistentVolumeClaim:
          claimName: database
---
apiVersion: v1
kind: Service
metadata:
  name: database
spec:
  selector:
    app: database
  ports:
  - port: 5432
    targetPort: 5432
`,
	},
	{
		name: 'redis as a StatefulSet',
		text: `apiVersion: v1
kind: Service
metadata:
  name: cache
spec:
  clusterIP: None
  selector:
    app: cache
  ports:
  - name: redis
    port: 6379
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: cache
spec:
  serviceName: cache
  replicas: 2
  selector:
    matchLabels:
      app: cache
  template:
    metadata:
      labels:
        app: cache
    spec:
      containers:
      - name: redis
        image: redis:7
        ports:
        - name: redis
          containerPort: 6379
        readinessProbe:
          exec:
            command: ["redis-cli", "ping"]
        volumeMounts:
        - name: data
          mountPath: /data
  volumeClaimTemplates:
  - metadata:
      name: data
    spec:
      accessModes:
      - ReadWriteOnce
      storageClassName: standard
      resources:
        requests:
          storage: 1Gi
`,
	},
	{
		name: 'mysql and its configuration',
		text: `apiVersion: v1
kind: ConfigMap
metadata:
  name: mysql
data:
  database: shop
---
apiVersion: v1
kind: Secret
metadata:
  name: mysql
stringData:
  root: secret
---
apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: mysql
spec:
  serviceName: mysql
  selector:
    matchLabels:
      app: mysql
  template:
    metadata:
      labels:
        app: mysql
    spec:
      containers:
      - name: mysql
        image: mysql:8.0
        env:
        - name: MYSQL_ROOT_PASSWORD
          valueFrom:
            secretKeyRef:
              name: mysql
              key: root
        - name: MYSQL_DATABASE
          valueFrom:
            configMapKeyRef:
              name: mysql
              key: database
        ports:
        - name: mysql
          containerPort: 3306
        startupProbe:
          tcpSocket:
            port: mysql
          failureThreshold: 30
---
apiVersion: v1
kind: Service
metadata:
  name: mysql
spec:
  selector:
    app: mysql
  ports:
  - port: 3306
    targetPort: mysql
`,
	},
	{
		name: 'a volume that is already there',
		text: `apiVersion: v1
kind: PersistentVolume
metadata:
  name: archive
spec:
  capacity:
    storage: 5Gi
  accessModes:
  - ReadWriteOnce
  storageClassName: manual
  hostPath:
    path: /srv/archive
    type: DirectoryOrCreate
---
apiVersion: v1
kind: PersistentVolumeClaim
metadata:
  name: archive
spec:
  accessModes:
  - ReadWriteOnce
  storageClassName: manual
  volumeName: archive
  resources:
    requests:
      storage: 3Gi
---
apiVersion: v1
kind: Pod
metadata:
  name: archive
spec:
  containers:
  - name: keeper
    image: busybox:1.36
    command: ["sh", "-c", "echo kept > /archive/one && sleep 100000"]
    volumeMounts:
    - name: archive
      mountPath: /archive
  volumes:
  - name: archive
    persistentVolumeClaim:
      claimName: archive
`,
	},
	{
		name: 'mongo with variables from a Secret',
		text: `apiVersion: v1
kind: Secret
metadata:
  name: mongo
stringData:
  MONGO_INITDB_ROOT_USERNAME: root
  MONGO_INITDB_ROOT_PASSWORD: secret
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: mongo
spec:
  selector:
    matchLabels:
      app: mongo
  template:
    metadata:
      labels:
        app: mongo
    spec:
      containers:
      - name: mongo
        image: mongo:7
        envFrom:
        - secretRef:
            name: mongo
        ports:
        - containerPort: 27017
        volumeMounts:
        - name: db
          mountPath: /data/db
      volumes:
      - name: db
        emptyDir: {}
---
apiVersion: v1
kind: Service
metadata:
  name: mongo
spec:
  selector:
    app: mongo
  ports:
  - port: 27017
    targetPort: 27017
`,
	},
	{
		name: 'memcached beside a server',
		text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: pair
spec:
  replicas: 1
  selector:
    matchLabels:
      app: pair
  template:
    metadata:
      labels:
        app: pair
    spec:
      containers:
      - name: server
        image: nginx:1.27
        ports:
        - containerPort: 80
      - name: cache
        image: memcached:1.6
        ports:
        - containerPort: 11211
        resources:
          limits:
            memory: 64Mi
            cpu: 200m
---
apiVersion: v1
kind: Service
metadata:
  name: pair
spec:
  selector:
    app: pair
  ports:
  - name: web
    port: 80
    targetPort: 80
  - name: cache
    port: 11211
    targetPort: 11211
`,
	},
	{
		name: 'a database that a Job fills',
		text: `apiVersion: v1
kind: Service
metadata:
  name: store
spec:
  selector:
    app: store
  ports:
  - port: 6379
    targetPort: 6379
---
apiVersion: apps/v1
kind: Deployment
metadata:
  name: store
spec:
  selector:
    matchLabels:
      app: store
  template:
    metadata:
      labels:
        app: store
    spec:
      containers:
      - name: redis
        image: redis:7
        ports:
        - containerPort: 6379
---
apiVersion: batch/v1
kind: Job
metadata:
  name: fill
spec:
  backoffLimit: 2
  template:
    spec:
      restartPolicy: Never
      containers:
      - name: fill
        image: redis:7
        command: ["sh", "-c", "until redis-cli -h store ping; do sleep 1; done"]
`,
	},
	{
		name: 'files that an init container makes',
		text: `apiVersion: apps/v1
kind: Deployment
metadata:
  name: made
spec:
  selector:
    matchLabels:
      app: made
  template:
    metadata:
      labels:
        app: made
    spec:
      initContainers:
      - name: make
        image: busybox:1.36
        command: ["sh", "-c", "echo made > /site/index.html"]
        volumeMounts:
        - name: site
          mountPath: /site
      containers:
      - name: serve
        image: nginx:1.27
        ports:
        - containerPort: 80
        readinessProbe:
          httpGet:
            path: /index.html
            port: 80
        volumeMounts:
        - name: site
          mountPath: /usr/share/nginx/html
      volumes:
      - name: site
        emptyDir: {}
`,
	},
	{
		name: 'rabbitmq with its two ports',
		text: `apiVersion: apps/v1
kind: StatefulSet
metadata:
  name: queue
spec:
  serviceName: queue
  replicas: 1
  selector:
    matchLabels:
      app: queue
  template:
    metadata:
      labels:
        app: queue
    spec:
      containers:
      - name: rabbitmq
        image: rabbitmq:3-management
        ports:
        - name: amqp
          containerPort: 5672
        - name: admin
          containerPort: 15672
        readinessProbe:
          tcpSocket:
            port: amqp
---
apiVersion: v1
kind: Service
metadata:
  name: queue
spec:
  selector:
    app: queue
  ports:
  - name: amqp
    port: 5672
    targetPort: amqp
  - name: admin
    port: 15672
    targetPort: admin
`,
	},
];
