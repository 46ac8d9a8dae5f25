-- The six graphs, the alert and the goals of docs/operate/operating.md, for the SQL API of Analytics Engine. A row stands for _sample_interval calls.
-- Columns: index1 work, blob1 layout, blob2 worker, blob3 transport, blob4 status, blob5 code, blob6 cache, blob7 client,
--   blob8 release, blob9 outcome, blob10 version, double1 ms, double2 billing_ms, double3 registry_ms, double4 count,
--   double5 attempts

-- graph 1: traffic and failures, in five minutes
SELECT toStartOfInterval(timestamp, INTERVAL '5' MINUTE) AS t, index1 AS work, blob8 AS release,
  SUM(_sample_interval) AS calls,
  SUM(if(blob4 >= '500', _sample_interval, 0)) AS failed
FROM frontdesk_metrics
WHERE blob1 = '1' AND blob3 IN ('http', 'mcp') AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY t, work, release
ORDER BY t;

-- graph 2: duration, by day
SELECT toStartOfInterval(timestamp, INTERVAL '1' DAY) AS day, index1 AS work,
  quantileExactWeighted(0.5)(double1, _sample_interval) AS p50,
  quantileExactWeighted(0.95)(double1, _sample_interval) AS p95,
  quantileExactWeighted(0.99)(double1, _sample_interval) AS p99,
  SUM(_sample_interval) AS calls
FROM frontdesk_metrics
WHERE blob1 = '1' AND blob3 IN ('http', 'mcp') AND timestamp > NOW() - INTERVAL '8' DAY
GROUP BY day, work
ORDER BY work, day;

-- graph 3: whose time it is: the billing system's, the registries', ours
SELECT toStartOfInterval(timestamp, INTERVAL '5' MINUTE) AS t,
  SUM(double2 * _sample_interval) / SUM(_sample_interval) AS billing_ms,
  SUM(double3 * _sample_interval) / SUM(_sample_interval) AS registry_ms,
  SUM((double1 - double2 - double3) * _sample_interval) / SUM(_sample_interval) AS other_ms
FROM frontdesk_metrics
WHERE blob1 = '1' AND blob3 IN ('http', 'mcp') AND timestamp > NOW() - INTERVAL '1' DAY
GROUP BY t
ORDER BY t;

-- graph 4: refusals and failures by their code, and by the kind of client, by day
SELECT toStartOfInterval(timestamp, INTERVAL '1' DAY) AS day, blob5 AS code, blob4 AS status, blob7 AS client, SUM(_sample_interval) AS calls
FROM frontdesk_metrics
WHERE blob1 = '1' AND blob3 IN ('http', 'mcp') AND blob5 != '' AND timestamp > NOW() - INTERVAL '8' DAY
GROUP BY day, code, status, client
ORDER BY code, client, day;

-- graph 5: where answers come from, and what domain checks find, by day
SELECT toStartOfInterval(timestamp, INTERVAL '1' DAY) AS day, index1 AS work, blob6 AS cache, blob9 AS outcome, SUM(_sample_interval) AS calls
FROM frontdesk_metrics
WHERE blob1 = '1' AND blob2 = 'catalogue' AND blob3 IN ('http', 'mcp') AND blob4 = '200' AND timestamp > NOW() - INTERVAL '8' DAY
GROUP BY day, work, cache, outcome
ORDER BY work, cache, outcome, day;

-- graph 6: scheduled work, alarms and mails
SELECT index1 AS work, MAX(timestamp) AS last,
  SUM(_sample_interval) AS runs,
  SUM(if(blob4 = '200', 0, _sample_interval)) AS failed,
  SUM(double4 * _sample_interval) AS done,
  MAX(double1) AS longest_ms
FROM frontdesk_metrics
WHERE blob1 = '1' AND blob3 IN ('cron', 'alarm', 'mail') AND timestamp > NOW() - INTERVAL '4' DAY
GROUP BY work
ORDER BY failed DESC;

-- alert: the share of calls that failed in the last 10 minutes
SELECT SUM(_sample_interval) AS calls,
  SUM(if(blob4 >= '500', _sample_interval, 0)) / SUM(_sample_interval) AS failed
FROM frontdesk_metrics
WHERE blob1 = '1' AND blob3 IN ('http', 'mcp') AND timestamp > NOW() - INTERVAL '10' MINUTE;

-- goals: the shares of good calls, runs and mails in 30 days; within_… is of calls, unknown and checked of domain checks
SELECT index1 AS work, blob2 AS worker, blob3 AS transport,
  SUM(_sample_interval) AS calls,
  SUM(if(blob4 < '500', _sample_interval, 0)) / SUM(_sample_interval) AS not_failed,
  SUM(if(blob4 < '500' AND double1 <= 300, _sample_interval, 0)) / SUM(_sample_interval) AS within_300_ms,
  SUM(if(blob4 < '500' AND double1 <= 1000, _sample_interval, 0)) / SUM(_sample_interval) AS within_1_s,
  SUM(if(blob4 < '500' AND double1 <= 10000, _sample_interval, 0)) / SUM(_sample_interval) AS within_10_s,
  SUM(if(blob9 = 'unknown', _sample_interval, 0)) AS unknown,
  SUM(if(blob9 != '', _sample_interval, 0)) AS checked
FROM frontdesk_metrics
WHERE blob1 = '1' AND timestamp > NOW() - INTERVAL '30' DAY
GROUP BY work, worker, transport
ORDER BY work;
