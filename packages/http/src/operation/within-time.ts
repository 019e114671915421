/** The result if it arrives in time, otherwise undefined. A later result or failure is discarded. */
export async function withinTime<Result>(asked: Promise<Result>, milliseconds: number): Promise<Result | undefined> {
  asked.catch(() => undefined);
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([asked, late]);
  } finally {
    clearTimeout(timer);
  }
}
