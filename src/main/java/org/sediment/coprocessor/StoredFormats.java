package org.sediment.coprocessor;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Optional;
import org.sediment.model.Base;
import org.sediment.model.Late;
import org.sediment.protocol.SedimentProtos;

/**
 * Bytes of the two stored formats, {@code Base} and {@code Late} of {@code Sediment.proto}.
 * Stateless.
 *
 * <p>Reading never fails: what is not understood (broken, or of a later format) is empty, and its
 * owner passes it on bit for bit.
 */
final class StoredFormats {
  private static final int FORMAT = 1;

  /** As of deltas: a sum has the largest scale of its parts. */
  private static final int MAX_SCALE = 1000;

  private StoredFormats() {}

  static byte[] encode(Base base) {
    SedimentProtos.Base.Builder out =
        SedimentProtos.Base.newBuilder()
            .setFormat(FORMAT)
            .setAggregator(base.aggregator())
            .setType(base.type())
            .setSum(number(base.sum()))
            .setCount(base.count())
            .setOldest(base.oldest())
            .setFoldedSequenceId(base.foldedSequenceId());
    if (base.bucket() != null) {
      put(base.bucket(), out);
    }
    return out.build().toByteArray();
  }

  /**
   * Exchanges a base's bucket; what else is in it, understood or not, stays.
   *
   * @param value one that {@link #decodeBase} reads
   */
  static byte[] withBucket(byte[] value, Base.Bucket bucket) {
    try {
      SedimentProtos.Base.Builder out = SedimentProtos.Base.parseFrom(value).toBuilder();
      put(bucket, out);
      return out.build().toByteArray();
    } catch (InvalidProtocolBufferException broken) {
      throw new IllegalArgumentException("not a base", broken);
    }
  }

  private static void put(Base.Bucket bucket, SedimentProtos.Base.Builder out) {
    out.setBucketFrom(bucket.from())
        .setBucketTo(bucket.to())
        .setBucketSum(number(bucket.sum()))
        .setBucketCount(bucket.count());
  }

  /**
   * Reads a base.
   *
   * @param through the timestamp of its cell
   */
  static Optional<Base> decodeBase(byte[] value, long through) {
    try {
      SedimentProtos.Base base = SedimentProtos.Base.parseFrom(value);
      if (!isUnderstood(base) || !isBucketUnderstood(base, through)) {
        return Optional.empty();
      }
      return Optional.of(
          new Base(
              base.getAggregator(),
              base.getType(),
              through,
              decimal(base.getSum()),
              base.getCount(),
              base.getOldest(),
              base.getFoldedSequenceId(),
              bucket(base)));
    } catch (InvalidProtocolBufferException notUnderstood) {
      return Optional.empty();
    }
  }

  /** A number that is out of bounds would break the arithmetic later, far from its cause. */
  private static boolean isUnderstood(SedimentProtos.Base base) {
    return base.getFormat() == FORMAT
        && isNumber(base.getSum(), base.getType())
        && base.getCount() >= 0
        && base.getFoldedSequenceId() >= 0;
  }

  private static boolean isNumber(SedimentProtos.Number number, String type) {
    int scale = number.getScale();
    return !number.getUnscaled().isEmpty()
        && scale >= -MAX_SCALE
        && scale <= MAX_SCALE
        && (scale == 0 || !type.equals("int64"));
  }

  private static boolean isBucketUnderstood(SedimentProtos.Base base, long through) {
    if (!base.hasBucketFrom()) {
      return !base.hasBucketTo() && !base.hasBucketSum() && !base.hasBucketCount();
    }
    return base.hasBucketTo()
        && base.hasBucketSum()
        && base.hasBucketCount()
        && base.getBucketFrom() <= through
        && base.getBucketTo() > through
        && isNumber(base.getBucketSum(), base.getType());
  }

  private static Base.Bucket bucket(SedimentProtos.Base base) {
    return base.hasBucketFrom()
        ? new Base.Bucket(
            base.getBucketFrom(),
            base.getBucketTo(),
            decimal(base.getBucketSum()),
            base.getBucketCount())
        : null;
  }

  static byte[] encode(Late late) {
    SedimentProtos.Late.Builder out =
        SedimentProtos.Late.newBuilder()
            .setFormat(FORMAT)
            .setKind(SedimentProtos.Late.Kind.valueOf(late.kind().name()))
            .setState(SedimentProtos.Late.State.valueOf(late.state().name()))
            .setArrival(late.arrival());
    if (late.value().length > 0) {
      out.setValue(ByteString.copyFrom(late.value()));
    }
    if (late.sequenceId() != 0) {
      out.setSequenceId(late.sequenceId());
    }
    if (late.state() == Late.State.ACCEPTED) {
      out.setAcceptedAs(late.acceptedAs());
    }
    if (late.state() != Late.State.OPEN) {
      out.setResolved(late.resolved());
    }
    return out.build().toByteArray();
  }

  static Optional<Late> decodeLate(byte[] value) {
    try {
      SedimentProtos.Late late = SedimentProtos.Late.parseFrom(value);
      if (late.getFormat() != FORMAT) {
        return Optional.empty();
      }
      return Optional.of(
          new Late(
              Late.Kind.valueOf(late.getKind().name()),
              Late.State.valueOf(late.getState().name()),
              late.getValue().toByteArray(),
              late.getSequenceId(),
              late.getArrival(),
              late.getAcceptedAs(),
              late.getResolved()));
    } catch (InvalidProtocolBufferException notUnderstood) {
      return Optional.empty();
    }
  }

  static SedimentProtos.Number number(BigDecimal value) {
    SedimentProtos.Number.Builder out =
        SedimentProtos.Number.newBuilder()
            .setUnscaled(ByteString.copyFrom(value.unscaledValue().toByteArray()));
    if (value.scale() != 0) {
      out.setScale(value.scale());
    }
    return out.build();
  }

  static BigDecimal decimal(SedimentProtos.Number number) {
    return new BigDecimal(new BigInteger(number.getUnscaled().toByteArray()), number.getScale());
  }
}
